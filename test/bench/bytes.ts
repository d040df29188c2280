import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/service/db/schema.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { verifyOverHttp } from '../prove/support/verifyOverHttp.ts';
import { openService } from '../support/openService.ts';
import { startReceiver } from '../support/receiver.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { waitFor } from '../support/waitFor.ts';
import { tableSizes } from './support/tableSizes.ts';

const CASES = 1000;
const AT_ONCE = 4;
const PICTURES = new Set(['selfie_frames', 'selfie_trails', 'reference_images']);

/**
 * Bytes of one finished case in PostgreSQL, by table, indexes included: test mode, one webhook endpoint, without
 * pictures, whose size depends on the camera.
 */
export default async function bytes(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-bytes-'));
  const cluster = startPostgres();
  const receiver = await startReceiver();
  const service = await openService({
    databaseUrl: cluster.url,
    template: join(folder, 'template'),
    config: { logLevel: 'silent', webhooks: { ...readConfig({}).webhooks, allowLoopback: true } },
  });
  try {
    await service.call('POST', '/webhook-endpoints', { json: { url: receiver.url, eventTypes: ['*'] } });
    await verifyOverHttp(service.url, service.keys.test);
    const before = await tableSizes(service.deps.db);
    const person = async () => {
      for (let done = 0; done < CASES / AT_ONCE; done++) await verifyOverHttp(service.url, service.keys.test);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, person));
    await waitFor(async () => (await pending(service.deps.db)) === 0, 60_000);
    const after = await tableSizes(service.deps.db);
    const each = Object.entries(after)
      .map(([table, size]) => [table, Math.round((size - (before[table] ?? 0)) / CASES)] as const)
      .filter(([table, size]) => size > 0 && !PICTURES.has(table))
      .sort(([, one], [, other]) => other - one);
    return {
      cases: CASES,
      perCase: each.reduce((sum, [, size]) => sum + size, 0),
      tables: Object.fromEntries(each),
    };
  } finally {
    await service.close();
    await receiver.close();
    cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pending(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from deliveries`.execute(db);
  return Number(rows[0]!.count);
}
