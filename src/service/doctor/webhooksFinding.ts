import { connect as connectTls } from 'node:tls';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { webhookAddresses } from '../webhooks/webhookAddresses.ts';
import type { Check } from './Finding.ts';

const MOST = 20;
const CONNECT_MS = 5000;

/** Resolves and connects to the newest enabled endpoints of both modes, without sending anything. */
export async function webhooksFinding(db: Kysely<Database>, config: Config): ReturnType<Check['run']> {
  const rows = [
    ...(await webhookEndpoints.list(db, 'live', MOST, null)),
    ...(await webhookEndpoints.list(db, 'test', MOST, null)),
  ].filter(({ status }) => status === 'enabled');
  if (rows.length === 0) return { level: 'warn', text: 'No webhook endpoint is registered yet.' };
  const problems: string[] = [];
  for (const { id, url, mode } of rows) {
    const allowLoopback = testModeRules.allowsLoopback(mode, config);
    const reached = await reach(new URL(url), { allowLoopback }).catch(codeOf);
    if (reached !== null) problems.push(`${id}: ${reached}`);
  }
  const text = `${rows.length - problems.length} of ${rows.length} webhook endpoints can be reached.`;
  return problems.length === 0
    ? { level: 'ok', text }
    : { level: 'warn', text: `${text} ${problems.join('; ')}` };
}

async function reach(url: URL, options: { allowLoopback: boolean }): Promise<null> {
  const [host] = await webhookAddresses(url, options);
  if (url.protocol === 'http:') return null;
  const port = Number(url.port || 443);
  await new Promise<void>((resolve, reject) => {
    const socket = connectTls({ host: host!, port, servername: url.hostname, timeout: CONNECT_MS });
    socket.once('secureConnect', () => {
      socket.end();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'timeout' })));
    socket.once('error', reject);
  });
  return null;
}

/** Codes alone: an endpoint's address is the customer's affair. */
function codeOf(error: unknown): string {
  return String((error as { code?: string }).code ?? 'unreachable');
}
