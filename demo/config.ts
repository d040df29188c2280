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
  /** Whether phones can reach the service, so that the hand-off is possible. */
  hasHandoff: boolean;
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
  const proxy = env['DEMO_BEHIND_PROXY'] || 'false';
  if (!/^(true|false)$/.test(proxy)) throw new Error('DEMO_BEHIND_PROXY must be true or false');
  const handoff = env['DEMO_HANDOFF'] || 'true';
  if (!/^(true|false)$/.test(handoff)) throw new Error('DEMO_HANDOFF must be true or false');
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
    isBehindProxy: proxy === 'true',
    hasHandoff: handoff === 'true',
  };
}

/** Loopback by its IP address: the name may resolve to an address without a listener. */
function webhookOrigin(siteUrl: string): string {
  return new URL(siteUrl).origin.replace('//localhost', '//127.0.0.1');
}

function address(name: string, value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '');
  throw new Error(`${name} must be an http(s) address`);
}
