import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/chromium.ts';
import { smallApi } from '../widget/support/smallApi.ts';
import { KeyboardWay } from './support/KeyboardWay.ts';
import { serveFolder } from './support/serveFolder.ts';

const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
const LANGUAGES = ['en', 'de', 'ar', 'th', 'ja'];
const ROUNDS = 3;
const PHONE = { width: 360, height: 740 };

/** The input, by name of the field; a screen uses the fields it has. */
const ADA = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  'dateOfBirth.day': '10',
  'dateOfBirth.month': '12',
  'dateOfBirth.year': '1985',
  'nationalities.0': 'uk',
  'address.country': 'uk',
  'address.line1': '12 St James Square',
  'address.city': 'London',
  'address.postalCode': 'SW1Y 4JH',
};
interface Cost {
  keystrokes: number;
  seconds: number;
  scrolledPixels: number;
  focusLost: number;
}

/**
 * The effort of the whole flow for a person with only a keyboard, with the test face, on a screen of 360 px: in five
 * languages. Seconds are those of the middle run of three.
 */
export default async function finish(): Promise<Record<string, Cost>> {
  const browser = await launchChromium();
  try {
    const runs = new Map<string, Cost[]>(LANGUAGES.map((language) => [language, []]));
    // Alternating, so that noise affects all. The first round is not measured: the server compresses its files then.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [language, costs] of runs) {
        const cost = await drive(browser, language);
        if (round > 0) costs.push(cost);
      }
    }
    return Object.fromEntries([...runs].map(([language, costs]) => [language, middle(costs)]));
  } finally {
    await browser.close();
  }
}

/** The run whose time is the middle one, with the most focus lost in any. */
function middle(costs: readonly Cost[]): Cost {
  const sorted = [...costs].sort((one, other) => one.seconds - other.seconds);
  return { ...sorted[sorted.length >> 1]!, focusLost: Math.max(...costs.map(({ focusLost }) => focusLost)) };
}

async function drive(browser: Browser, language: string): Promise<Cost> {
  const api = await smallApi();
  const session = await (await fetch(`${api.baseUrl}/cases`, { method: 'POST', body: '{}' })).text();
  const site = await serveFolder(CDN, {
    html: `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width"><title>-</title><script type="module" src="idv-verify.js"></script><idv-verify no-redirect locale="${language}"></idv-verify><script nonce="n">document.querySelector('idv-verify').session=${session}</script>`,
    policy: `default-src 'none'; script-src 'self' 'nonce-n' 'wasm-unsafe-eval'; connect-src 'self' ${new URL(api.baseUrl).origin}; worker-src 'self'`,
  });
  const page = await browser.newPage({ viewport: PHONE, locale: 'en-US' });
  try {
    const way = new KeyboardWay(page);
    await KeyboardWay.watch(page);
    await page.goto(site.url);
    await way.sees('h2');
    await way.sees('.list');
    const began = performance.now();
    await way.fill({});
    await fillDetails(way);
    await way.sees('.tips');
    await way.fill({}, '[part=secondary]');
    await way.sees('.pictures');
    await way.fill({});
    await way.sees('.emblem.good');
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    return { seconds, ...(await way.cost()) };
  } finally {
    await page.close();
    await site.close();
    await api.close();
  }
}

/** From the screen after the consent to the one before the selfie. */
async function fillDetails(way: KeyboardWay): Promise<void> {
  for (const field of ['givenName', 'nationalities.0', 'address.country']) {
    await way.sees(`[name="${field}"]`);
    await way.fill(ADA);
  }
  await way.sees('.answers');
  await way.fill({});
}
