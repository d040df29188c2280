import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditHead } from '../../src/service/audit/auditHead.ts';
import { verifyAudit } from '../../src/service/audit/verifyAudit.ts';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const verdictOn = async ({ deps, tick, advance }: TestService) => {
  advance(30_000);
  await tick();
  return await verifyAudit(deps.db, deps.vault, deps.keysDirectory);
};

/** Reads the details of a case some times: each is a line of the log. */
async function read(service: TestService, times: number): Promise<void> {
  const { id, consent, details } = await verify(service);
  await consent();
  await details();
  for (let i = 0; i < times; i++) await service.call('GET', `/cases/${id}/personal-details`);
}

function keysFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'idv-audit-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe.each(databases)('the audit log on %s', (database) => {
  test('is a growing hash chain that verifies as long as it is unchanged', async () => {
    const service = await startTestService({ database });
    expect(await verdictOn(service)).toMatchObject({ ok: true, lines: 0, head: '' });
    await read(service, 3);
    const first = await verdictOn(service);
    expect(first).toMatchObject({ ok: true, lines: 3, brokenAt: null, unlinked: 0 });
    await read(service, 1);
    const second = await verdictOn(service);
    expect(second).toMatchObject({ ok: true, lines: 4 });
    expect(second.head).not.toBe(first.head);
  });

  test.each([
    ['is changed', sql`update audit_log set action = 'nothing' where position = 2`, 2],
    ['is removed', sql`delete from audit_log where position = 2`, 3],
    ['is moved', sql`update audit_log set position = 9 where position = 2`, 3],
    ['has another MAC', sql`update audit_log set mac = mac || 'x' where position = 2`, 2],
    ['is given another time', sql`update audit_log set at = at + interval '1 s' where position = 3`, 3],
  ])('reports the position of a line that %s', async (_, change, position) => {
    const service = await startTestService({ database });
    await read(service, 4);
    expect((await verdictOn(service)).ok).toBe(true);
    await change.execute(service.deps.db);
    expect(await verdictOn(service)).toMatchObject({ ok: false, brokenAt: { position } });
  });

  test('a restored older database is detected by the chain head in the key directory', async () => {
    const keysDir = keysFolder();
    const service = await startTestService({ database, config: { keysDir } });
    const { db, vault } = service.deps;
    await read(service, 2);
    const before = await verdictOn(service);
    const { rows } = await sql<{ sealed: Uint8Array }>`select sealed from audit_head`.execute(db);
    await read(service, 2);
    expect(await verdictOn(service)).toMatchObject({ ok: true, lines: 4 });
    await sql`delete from audit_log where position > 2`.execute(db);
    await sql`update audit_head set sealed = ${rows[0]!.sealed}`.execute(db);
    expect(await verifyAudit(db, vault, keysDir)).toMatchObject({
      ok: false,
      brokenAt: null,
      lines: 2,
      cutOffFrom: 4,
    });
    auditHead.write(vault, keysDir, { count: before.lines, head: before.head });
    await read(service, 1);
    expect(await verdictOn(service)).toMatchObject({ ok: true, lines: 3 });
  });
});

// A change made with access to the database only, before the next sweep, must not be signed by that sweep.
test.each([
  ['changes the last lines', sql`update audit_log set action = 'nothing' where position is null`],
  [
    'invents a line',
    sql`insert into audit_log (id, mode, at, key_id, action, case_id, request_id, mac)
    select 'log_0', mode, at, key_id, 'invented', case_id, request_id, '' from audit_log limit 1`,
  ],
  [
    'invents a line with the MAC of another',
    sql`insert into audit_log (id, mode, at, key_id, action, case_id, request_id, mac)
    select 'log_0', mode, at, key_id, action, case_id, request_id, mac from audit_log limit 1`,
  ],
  [
    'removes lines of the middle',
    sql`delete from audit_log where id in (select id from audit_log order by id offset 1 limit 1)`,
  ],
  [
    'removes the last lines',
    sql`delete from audit_log where id in (select id from audit_log order by id desc limit 2)`,
  ],
  [
    'hides lines',
    sql`update audit_log set refused = true where id in (select id from audit_log order by id desc limit 1)`,
  ],
  ['removes the log', sql`delete from audit_log`],
  ['removes log and head', sql`with gone as (delete from audit_head) delete from audit_log`],
])('a sweep signs nothing if somebody %s', async (_, change) => {
  const service = await startTestService({ database: databases.at(-1)!, config: { keysDir: keysFolder() } });
  await read(service, 4);
  expect((await verdictOn(service)).ok).toBe(true);
  await sql`update audit_log set position = null, link = null where position > 1`.execute(service.deps.db);
  await change.execute(service.deps.db);
  await read(service, 1);
  expect((await verdictOn(service)).ok).toBe(false);
});
