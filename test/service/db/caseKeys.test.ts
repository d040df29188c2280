import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/contract/ids.ts';
import { migrate } from '../../../src/service/db/migrate.ts';
import type { Database } from '../../../src/service/db/schema.ts';
import { amlScreenings } from '../../../src/service/db/store/amlScreenings.ts';
import { caseIds } from '../../../src/service/db/store/caseIds.ts';
import { deliveries } from '../../../src/service/db/store/deliveries.ts';
import { events } from '../../../src/service/db/store/events.ts';
import { selfieChecks, selfieFrames, selfieTrails } from '../../../src/service/db/store/selfieChecks.ts';
import { sessionKeys } from '../../../src/service/db/store/sessionKeys.ts';
import { databaseBefore } from '../../support/databaseBefore.ts';
import { databases } from '../../support/service.ts';

const ids = {
  case: newId('case'),
  check: newId('bio'),
  screening: newId('aml'),
  alone: newId('aml'),
  event: newId('evt'),
  without: newId('evt'),
  endpoint: newId('we'),
};

/** A case with all that belongs to it, a screening and an event without one, as the version before wrote them. */
const rows = [
  `insert into cases (id, mode, type, status, version, created_at, updated_at, expires_at, policy, attempts_left, facts,
    checks, assurance) values ('${ids.case}', 'test', 'kyc_individual', 'approved', 3, now(), now(), now(), '{}', 3, '{}',
    '{}', '{}')`,
  `insert into session_keys (id, mode, case_id, hash, allowed_origins, created_at, expires_at)
    values ('ses_1', 'test', '${ids.case}', 'hash', '[]', now(), now())`,
  `insert into selfie_checks (id, mode, case_id, status, attempt, nonce, steps, challenge_expires_at, liveness, face_match,
    reasons, created_at) values ('${ids.check}', 'test', '${ids.case}', 'passed', 1, '', '[]', now(), '{}', '{}', '[]', now())`,
  `insert into selfie_frames values ('${ids.check}', 0, 'center', 'image/png', 'picture')`,
  `insert into selfie_trails values ('${ids.check}', 'trail', now())`,
  ...[ids.screening, ids.alone].map(
    (id) => `insert into aml_screenings (id, mode, case_id, status, sealed_input, created_at)
      values ('${id}', 'test', ${id === ids.alone ? 'null' : `'${ids.case}'`}, 'clear', '', now())`,
  ),
  ...[ids.event, ids.without].map(
    (id) => `insert into events (id, mode, type, created_at, case_id, data)
      values ('${id}', 'test', 'case.approved', now(), ${id === ids.without ? 'null' : `'${ids.case}'`}, '{}')`,
  ),
  `insert into webhook_endpoints (id, mode, url, event_types, status, secret, created_at, updated_at)
    values ('${ids.endpoint}', 'test', 'https://shop.example', '["*"]', 'enabled', '', now(), now())`,
  `insert into deliveries (event_id, endpoint_id, state, due_at, attempt)
    values ('${ids.event}', '${ids.endpoint}', 'pending', now(), 2), ('${ids.without}', '${ids.endpoint}', 'failed', null, 3)`,
  `insert into delivery_attempts (event_id, endpoint_id, attempt, status, at, duration_ms)
    select event_id, endpoint_id, attempt, 'failed', now(), 1 from deliveries`,
];

async function upgraded(database: (typeof databases)[number]): Promise<Kysely<Database>> {
  const db = await databaseBefore('0022', database);
  for (const row of rows) await sql.raw(row).execute(db);
  expect(await migrate(db)).toContain('0022_case_keys');
  return db;
}

const TIMEOUT_MS = 120_000;

describe.each(databases)('rows from before keys were bound to the case, on %s', (database) => {
  test('are found by their case and by their own name', { timeout: TIMEOUT_MS }, async () => {
    const db = await upgraded(database);
    expect(await caseIds.find(db, 'hash')).toBe(ids.case);
    expect(await sessionKeys.find(db, ids.case, 'hash')).toMatchObject({ id: 'ses_1' });
    const check = { id: ids.check, case_id: ids.case };
    expect(await selfieChecks.find(db, 'test', ids.check)).toMatchObject(check);
    expect(await selfieChecks.find(db, 'live', ids.check)).toBeUndefined();
    expect(await selfieFrames.ofCheck(db, check)).toHaveLength(1);
    expect(await selfieTrails.ofCheck(db, check)).toMatchObject({ check_id: ids.check });
    expect(await amlScreenings.find(db, 'test', ids.screening)).toMatchObject({ case_id: ids.case });
    expect(await amlScreenings.find(db, 'test', ids.alone)).toMatchObject({ case_id: '' });
    expect(await events.find(db, 'test', ids.event)).toMatchObject({ case_id: ids.case });
    expect(await events.find(db, 'test', ids.without)).toMatchObject({ case_id: '' });
    await events.insert(db, {
      ...{ id: newId('evt'), mode: 'live', type: 'case.created', created_at: new Date() },
      ...{ case_id: ids.case, data: '{}', words: null },
    });

    // Pending deliveries are sent; failed ones can be sent again, and their attempts are counted on.
    const now = new Date(Date.now() + 60_000);
    const leasedUntil = new Date(now.getTime() + 60_000);
    const claim = { now, leasedUntil, perEndpoint: 9, busy: {}, limit: 9 };
    expect(await deliveries.claim(db, claim)).toMatchObject([
      { event_id: ids.event, case_id: ids.case, attempt: 3, schedule_from: 0 },
    ]);
    expect(
      await deliveries.recover(db, { id: ids.endpoint, mode: 'test' }, { since: new Date(0), now }),
    ).toBe(1);
    expect(await deliveries.claim(db, claim)).toMatchObject([
      { event_id: ids.without, case_id: '', attempt: 4, schedule_from: 3 },
    ]);
    const log = await deliveries.listOfEvent(db, { id: ids.event, case_id: ids.case }, 9, null);
    expect(log.map(({ attempt, status }) => [attempt, status])).toEqual([
      [3, 'pending'],
      [2, 'failed'],
    ]);
  });
});
