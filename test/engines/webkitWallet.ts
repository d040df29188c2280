import { fileURLToPath } from 'node:url';
import type { WebDriver } from 'selenium-webdriver';
import { serveFolder } from '../bench/support/serveFolder.ts';
import { smallApi } from '../widget/support/smallApi.ts';
import { sees } from './pageInWebKit.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
const credential = {
  mode: 'offer',
  asked: ['givenName', 'familyName', 'portrait'],
  triesLeft: 5,
  proven: null,
};

/**
 * A case that offers the wallet, in WebKitGTK, which has no Digital Credentials API: the form comes at once.
 * @throws Error if it does not, or a wallet was to be asked.
 */
export async function webkitWallet(driver: WebDriver): Promise<void> {
  const api = await smallApi();
  const body = JSON.stringify({ due: ['personal_details'], credential });
  const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body })).text();
  const site = await serveFolder(CDN, {
    html: `<!doctype html><html lang="en"><title>-</title><script type="module" src="idv-verify.js"></script><idv-verify no-redirect></idv-verify><script nonce="n">document.querySelector('idv-verify').session=${session}</script>`,
    policy: `default-src 'none'; script-src 'self' 'nonce-n' 'wasm-unsafe-eval'; connect-src 'self' ${new URL(api.baseUrl).origin}; worker-src 'self'`,
  });
  try {
    await driver.get(site.url);
    await sees(driver, 'Your name');
    const { caseId } = JSON.parse(session) as { caseId: string };
    const calls = await (await fetch(`${api.baseUrl}/cases/${caseId}/log`)).text();
    if (!calls.includes('GET case')) throw new Error(`Nothing was asked for: ${calls}`);
    if (calls.includes('credential-requests')) throw new Error('A wallet was to be asked.');
  } finally {
    await site.close();
    await api.close();
  }
}
