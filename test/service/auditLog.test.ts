import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verifyAudit } from '../../src/service/audit/verifyAudit.ts';
import { databases, startTestService, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const verdictOn = async ({ deps, tick, advance }: TestService) => {
  advance(30_000);
  await tick();
  return await verifyAudit(deps.db, deps.vault);
};

/** Reads the details of a case some times: each is a line of the log. */
async function read(service: TestService, times: number): Promise<void> {
  const { id, consent, details } = await verify(service);
  await consent();
  await details();
  for (let i = 0; i < times; i++) await service.call('GET', `/cases/${id}/personal-details`);
}

describe.each(databases)('the audit log on %s', (database) => {
  test('is a chain that grows, and is whole as long as nobody touches it', async () => {
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
    ['is given another time', sql`update audit_log set at = at + interval '1 s' where position = 3`, 3],
  ])('tells where a line %s', async (_, change, position) => {
    const service = await startTestService({ database });
    await read(service, 4);
    expect((await verdictOn(service)).ok).toBe(true);
    await change.execute(service.deps.db);
    expect(await verdictOn(service)).toMatchObject({ ok: false, brokenAt: { position } });
  });
});
