import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Config, readConfig } from '../../src/service/settings/config.ts';
import { openAuthority } from '../../src/testwallet/openAuthority.ts';
import { createWallet } from '../../src/testwallet/site/createWallet.ts';

const URL_OF_WALLET = 'http://localhost:4020';

/** The default choice of a person in the test wallet. */
const CHOICES = { person: 'thea', offer: 'pid_mdoc', fault: '', portrait: 'own', do: 'share' };

/** The test wallet without a port, and the settings of a service that trusts it; its directory goes after the tests. */
export function walletSite(now: Date) {
  const folder = mkdtempSync(join(tmpdir(), 'idv-wallet-site-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const authority = openAuthority(folder, now.getTime());
  const { trust, certificate, key } = authority.files;
  // The services of the tests, on any port.
  const verifiers: string[] = [];
  const handle = createWallet({
    settings: { url: URL_OF_WALLET, port: 4020, verifiers },
    authority,
    now: () => now.getTime(),
  });
  const browse = (method: string, path: string, form: Record<string, string> = {}) => {
    const asker = new URL(path, URL_OF_WALLET).searchParams.get('request_uri');
    if (asker) verifiers.push(new URL(asker).origin);
    return handle({
      method,
      url: new URL(path, URL_OF_WALLET),
      accept: '',
      body: new URLSearchParams(form).toString(),
      network: '127.0.0',
    });
  };
  const wallet: Config['wallet'] = {
    ...readConfig({}).wallet,
    testTrust: [trust],
    testUrl: URL_OF_WALLET,
    certificateFile: certificate,
    keyFile: key,
  };
  return {
    config: { wallet },
    browse,
    /** Follows the link of a request. @returns the URL with which the wallet leads back */
    follow: async (link: string, choices: Partial<typeof CHOICES> = {}): Promise<URL> => {
      const { status, headers } = await browse('GET', link);
      if (status !== 303) throw new Error(`The link of the request responds ${status}`);
      const { body } = await browse('POST', headers['location']!, { ...CHOICES, ...choices });
      const [, back] = /url=(http[^"]+)/.exec(String(body)) ?? [];
      if (!back) throw new Error(`The wallet does not lead back: ${body}`);
      return new URL(back);
    },
  };
}

/** The body that hands in the code of a fragment, and the request that it belongs to. */
export function handInOf(hash: string): { path: string; json: object } {
  const [, request, code] = /=(\w+)\.([\w-]+)$/.exec(hash)!;
  const json = { protocol: 'direct_post.jwt', data: { response_code: code } };
  return { path: `/credential-requests/${request}/response`, json };
}
