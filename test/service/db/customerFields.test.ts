import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/contract/ids.ts';
import { viewCase } from '../../../src/service/cases/viewCase.ts';
import { customerFields } from '../../../src/service/crypto/customerFields.ts';
import { purposes } from '../../../src/service/crypto/purposes.ts';
import { createVault } from '../../../src/service/crypto/vault.ts';
import { migrate } from '../../../src/service/db/migrate.ts';
import { cases } from '../../../src/service/db/store/cases.ts';
import { events } from '../../../src/service/db/store/events.ts';
import { viewEvent } from '../../../src/service/events/viewEvent.ts';
import { databaseBefore } from '../../support/databaseBefore.ts';
import { databases } from '../../support/service.ts';

const vault = createVault(new Uint8Array(32).fill(7));
// One database is enough, because both are PostgreSQL, and migrating the embedded one takes seconds.
const one = databases.includes('postgres') ? ('postgres' as const) : ('pglite' as const);

describe.each([one])('customer fields from before they were sealed, on %s', (database) => {
  test('are sealed by the migration and keep their values', { timeout: 60_000 }, async () => {
    const db = await databaseBefore('0019', database);
    const id = newId('case');
    const data_key = vault.newDataKey(id);
    const decision = { outcome: 'declined', by: 'reviewer', at: '', reasons: ['canary-word'], revision: 1 };
    await sql`insert into cases (id, mode, type, status, version, created_at, updated_at, expires_at, return_url,
      state, client_reference_id, metadata, policy, attempts_left, facts, checks, assurance, decision, data_key)
      values (${id}, 'test', 'kyc_individual', 'declined', 3, now(), now(), now(), 'https://canary.example/', 'canary-s',
      'canary-r', '{"a":"canary-m"}', '{}', 3, '{"details":"ok"}', '{}', '{}', ${JSON.stringify(decision)}, ${data_key})`.execute(
      db,
    );
    const data = { caseId: id, status: 'declined', previousStatus: null, version: 3 };
    const [ofCase, ofWatch, watch] = [newId('evt'), newId('evt'), newId('watch')];
    const insertEvent = (event: string, case_id: string | null, data: object) =>
      sql`insert into events (id, mode, type, created_at, case_id, data)
        values (${event}, 'test', 'case.declined', now(), ${case_id}, ${JSON.stringify(data)})`.execute(db);
    await insertEvent(ofCase, id, { ...data, clientReferenceId: 'canary-r', reasons: ['canary-word'] });
    await insertEvent(ofWatch, null, { ...data, caseId: null, clientReferenceId: 'canary-w', reasons: [] });
    await sql`insert into aml_watches (id, mode, client_reference_id, sealed_input, status, created_at)
      values (${watch}, 'test', 'canary-w', '', 'clear', now())`.execute(db);
    const answer = vault.sealShared(purposes.answer('test account', 'canary-key'), 'kept');
    await sql`insert into idempotency_keys (owner, key, fingerprint, answer, expires_at)
      values ('test account', 'canary-key', '', ${answer}, now())`.execute(db);

    expect(await migrate(db, async () => vault)).toContain('0019_customer_fields');

    for (const table of ['cases', 'events', 'aml_watches', 'idempotency_keys']) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
        db,
      );
      expect(rows.length, table).toBeGreaterThan(0);
      expect(rows.map(({ row }) => row).join(), table).not.toContain('canary');
    }
    const referenceMark = customerFields.markOf(vault, 'canary-r');
    const [row] = await cases.list(db, 'test', { limit: 5, referenceMark }, null);
    expect(viewCase(vault, row!)).toMatchObject({
      returnUrl: 'https://canary.example/',
      state: 'canary-s',
      clientReferenceId: 'canary-r',
      metadata: { a: 'canary-m' },
      decision: { reasons: ['canary-word'] },
    });
    const dataOf = async (event: string) => viewEvent(vault, (await events.find(db, 'test', event))!).data;
    expect(await dataOf(ofCase)).toMatchObject({ clientReferenceId: 'canary-r', reasons: ['canary-word'] });
    expect(await dataOf(ofWatch)).toMatchObject({ clientReferenceId: 'canary-w', reasons: [] });
    const key = vault.fingerprint(purposes.idempotencyKey('test account'), 'canary-key');
    const stored = await db.selectFrom('idempotency_keys').selectAll().executeTakeFirstOrThrow();
    expect(stored.key).toBe(key);
    expect(vault.openShared(purposes.answer('test account', key), stored.answer!).toString()).toBe('kept');
  });
});
