import { isLoopback } from './networkOf.ts';

export interface DemoConfig {
  host: string;
  port: number;
  /** The public URL of the site, without a trailing slash. */
  siteUrl: string;
  apiKey: string;
  /** The URL of the service, for the site and its pages. */
  apiUrl: string;
  /** The URL of the site for webhooks of the service. */
  webhookUrl: string;
  /** Factor for all limits of visitors. */
  limitScale: number;
  /** The URL of the test wallet, if there is one. */
  walletUrl: string | null;
  /** Whether a proxy sets `X-Forwarded-For`. The last address in it is then the visitor's. */
  isBehindProxy: boolean;
  /** Whether phones can reach the service, so that the hand-off is possible: by default unless the site is on a loopback address. */
  hasHandoff: boolean;
  /** Whether browsers warn of the certificate, because it was made on this machine. */
  hasOwnCertificate: boolean;
  /** Who is responsible for what visitors type and show; `null` on the machine of the visitor. */
  operator: DemoOperator | null;
}

/** The controller in the privacy notices: a name, and an address for e-mail. */
export interface DemoOperator {
  name: string;
  contact: string;
}

/** Reads the settings of the site. Throws an error that names the invalid setting. */
export function readConfig(env: Record<string, string | undefined>): DemoConfig {
  const port = Number(env['DEMO_PORT'] || 4000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error('DEMO_PORT must be a number between 1 and 65535');
  }
  if (!env['IDV_API_KEY']) throw new Error('IDV_API_KEY is missing: the API key of the site');
  const limitScale = Number(env['DEMO_LIMIT_SCALE'] || 1);
  if (!(limitScale > 0)) throw new Error('DEMO_LIMIT_SCALE must be a number above 0');
  const siteUrl = address('DEMO_URL', env['DEMO_URL'] || `http://localhost:${port}`);
  return {
    host: env['DEMO_HOST'] || '127.0.0.1',
    port,
    siteUrl,
    apiKey: env['IDV_API_KEY'],
    apiUrl: address('IDV_BASE_URL', env['IDV_BASE_URL'] || 'http://127.0.0.1:4010/v1'),
    webhookUrl: address(
      'DEMO_WEBHOOK_URL',
      env['DEMO_WEBHOOK_URL'] || `${webhookOrigin(siteUrl)}/webhooks/idv`,
    ),
    limitScale,
    walletUrl: env['DEMO_WALLET_URL'] ? address('DEMO_WALLET_URL', env['DEMO_WALLET_URL']) : null,
    isBehindProxy: isTrue(env, 'DEMO_BEHIND_PROXY', 'false'),
    hasHandoff: isTrue(env, 'DEMO_HANDOFF', isLoopback(new URL(siteUrl).hostname) ? 'false' : 'true'),
    hasOwnCertificate: isTrue(env, 'DEMO_OWN_CERTIFICATE', 'false'),
    operator: operatorOf(env, siteUrl),
  };
}

/** Real faces may be shown to a demo that others can open, so its notices must name who is responsible. */
function operatorOf(env: Record<string, string | undefined>, siteUrl: string): DemoOperator | null {
  const name = env['DEMO_OPERATOR']?.trim() || '';
  const contact = env['DEMO_CONTACT'] || '';
  if (contact && !/^[^\s@/]+@[^\s@/]+$/.test(contact))
    throw new Error('DEMO_CONTACT must be an email address');
  if (name && contact) return { name, contact };
  const { hostname } = new URL(siteUrl);
  if (!name && !contact && isLoopback(hostname)) return null;
  const missing = name ? 'DEMO_CONTACT' : 'DEMO_OPERATOR';
  throw new Error(
    `${missing} is missing. The privacy notices of a demo that others can open name who is responsible and an email address: set DEMO_OPERATOR and DEMO_CONTACT`,
  );
}

function isTrue(env: Record<string, string | undefined>, name: string, fallback: 'true' | 'false'): boolean {
  const value = env[name] || fallback;
  if (!/^(true|false)$/.test(value)) throw new Error(`${name} must be true or false`);
  return value === 'true';
}

/** Loopback by its IP address: the name may resolve to an address without a listener. */
function webhookOrigin(siteUrl: string): string {
  return new URL(siteUrl).origin.replace('//localhost', '//127.0.0.1');
}

function address(name: string, value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '');
  throw new Error(`${name} must be an http(s) address`);
}
