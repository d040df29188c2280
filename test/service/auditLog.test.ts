import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditHead } from '../../src/service/audit/auditHead.ts';
import { recordHead } from '../../src/service/audit/recordHead.ts';
import { verifyAudit } from '../../src/service/audit/verifyAudit.ts';
import { writeAudit } from '../../src/service/audit/writeAudit.ts';
import { inTransaction } from '../../src/service/db/inTransaction.ts';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const verdictOn = ({ deps }: TestService) => verifyAudit(deps.db, deps.vault, deps.headRecord);

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
    expect(first).toMatchObject({ ok: true, lines: 3, brokenAt: null, strays: 0 });
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
    const { db, vault, headRecord } = service.deps;
    await read(service, 2);
    const before = await verdictOn(service);
    const { rows } = await sql<{ sealed: Uint8Array }>`select sealed from audit_head`.execute(db);
    await read(service, 2);
    expect(await verdictOn(service)).toMatchObject({ ok: true, lines: 4 });
    await waitFor(async () => (await auditHead.beside(vault, headRecord))?.count === 4);
    await sql`delete from audit_log where position > 2`.execute(db);
    await sql`update audit_head set sealed = ${rows[0]!.sealed}`.execute(db);
    expect(await verifyAudit(db, vault, headRecord)).toMatchObject({
      ok: false,
      brokenAt: null,
      lines: 2,
      cutOffFrom: 4,
    });
    const asRestored = () => verifyAudit(db, vault, headRecord, { isRestored: true });
    expect(await asRestored()).toMatchObject({ ok: true, lines: 2, cutOffFrom: null });
    // The service goes on, and keeps the record until somebody accepts the log.
    await read(service, 1);
    await recordHead(service.deps);
    expect(await verdictOn(service)).toMatchObject({ ok: false, lines: 3, cutOffFrom: 4 });
    await read(service, 1);
    // As long as the record, and another log.
    expect(await asRestored()).toMatchObject({ ok: false, lines: 4, cutOffFrom: 4 });
    await auditHead.write(vault, headRecord, { count: before.lines, head: before.head });
    await recordHead(service.deps);
    expect(await verdictOn(service)).toMatchObject({ ok: true, lines: 4 });
  });
});

describe.each(databases)('an audit log that many write on %s', (database) => {
  test('lines of concurrent requests are numbered without gaps, refused ones leave none', async () => {
    const service = await startTestService({ database });
    const { id, consent, details } = await verify(service);
    await consent();
    await details();
    const reads = Array.from({ length: 20 }, () => service.call('GET', `/cases/${id}/personal-details`));
    const refused = Array.from({ length: 5 }, () =>
      inTransaction(service.deps, async (tx) => {
        const row = { id, mode: 'test', data_key: null } as const;
        await writeAudit(service.deps, tx, { row, caller: { keyId: 'x' }, requestId: 'y', action: 'z' });
        throw new Error('rolled back');
      }).catch(() => null),
    );
    await Promise.all([...reads, ...refused]);
    expect(await verdictOn(service)).toMatchObject({ ok: true, lines: 20 });
  });
});

// With access to the database only, seconds after a line was written.
test.each([
  ['changes a line', sql`update audit_log set action = 'nothing' where position = 4`],
  ['hides a line behind a negative position', sql`update audit_log set position = -4 where position = 4`],
  ['invents a line at 0', invented(0)],
  ['invents a line at -7', invented(-7)],
  ['invents the next line', invented(5)],
  ['removes a line of the middle', sql`delete from audit_log where position = 2`],
  ['removes the last line', sql`delete from audit_log where position = 4`],
  ['removes the log', sql`delete from audit_log`],
  ['removes the head', sql`delete from audit_head`],
  ['removes log and head', sql`with gone as (delete from audit_head) delete from audit_log`],
])('verification fails and readers see no such line if somebody %s', async (_, change) => {
  const service = await startTestService({ database: databases.at(-1)!, config: { keysDir: keysFolder() } });
  const { db, vault, headRecord } = service.deps;
  await read(service, 4);
  await waitFor(async () => (await auditHead.beside(vault, headRecord))?.count === 4);
  const lines = async () => (await service.call('GET', '/audit')).body.data as object[];
  const written = await lines();
  expect(written).toHaveLength(4);
  // Somebody with the database can remove its checks too.
  await sql`alter table audit_log drop constraint audit_log_position_check`.execute(db);
  await change.execute(db);
  for (const line of await lines()) expect(written).toContainEqual(line);
  expect((await verdictOn(service)).ok).toBe(false);
  await read(service, 1).catch(() => null);
  await recordHead(service.deps);
  expect((await verdictOn(service)).ok).toBe(false);
});

test.each([0, -1])('the database takes no line at %i', async (position) => {
  const service = await startTestService({ database: databases.at(-1)! });
  await read(service, 1);
  await expect(invented(position).execute(service.deps.db)).rejects.toThrow('audit_log_position_check');
});

function invented(position: number) {
  return sql`insert into audit_log (id, mode, at, key_id, action, case_id, request_id, position, mac, link)
    select 'log_0', mode, at, key_id, 'decide approved', case_id, request_id, ${position}::int, mac, link
    from audit_log where position = 1`;
}
