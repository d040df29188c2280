import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { linkAudit } from '../../src/service/audit/linkAudit.ts';
import { verifyAudit } from '../../src/service/audit/verifyAudit.ts';
import type { TestService } from '../support/openService.ts';
import { newCase, person } from '../support/verification.ts';
import { tamperings } from './audit/tamperings.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

/**
 * The audit log verifies as long as it is untouched. Every change with access to the database only is detected, at once
 * and after the service has continued: lines changed, invented, removed, moved or hidden, their position and link set
 * to null, the sealed head removed or restored.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const keysDir = lab.folder();
  const database = lab.hasPostgres() ? 'postgres' : 'embedded';
  const service = await openLocal(lab, { config: { keysDir } });
  const lines = lab.size(500, 12);
  const id = await caseWithDetails(service);
  await read(service, id, lines / 2);
  await linkAll(service);
  const earlier = await sql<{ sealed: Uint8Array }>`select sealed from audit_head`.execute(service.deps.db);
  await read(service, id, lines / 2);
  await linkAll(service);
  const whole = await verdict(service, keysDir);
  const saved = await save(service, join(keysDir, 'audit.head'));
  const unseen: string[] = [];
  const done = tamperings({ lines, earlier: earlier.rows[0]!.sealed, random: lab.size(200, 5) });
  for (const [name, changes] of done) {
    for (const change of changes) await (change as RawBuilder<unknown>).execute(service.deps.db);
    if ((await verdict(service, keysDir)).ok) unseen.push(`${name}, at once`);
    await read(service, id, 1);
    await linkAll(service);
    if ((await verdict(service, keysDir)).ok) unseen.push(`${name}, after a sweep`);
    await saved.restore();
  }
  const again = await verdict(service, keysDir);
  const ok =
    whole.ok && whole.lines === lines && again.ok && again.head === whole.head && unseen.length === 0;
  return { ok, database, lines: whole.lines, tamperings: done.length, unseen };
}

async function caseWithDetails({ call }: TestService): Promise<string> {
  const { id } = (await call('POST', '/cases', { json: newCase })).body;
  await call('POST', `/cases/${id}/personal-details`, { json: person });
  return id;
}

/** Each reading of details is a line. */
async function read({ call }: TestService, id: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await call('GET', `/cases/${id}/personal-details`);
}

async function linkAll({ deps }: TestService): Promise<void> {
  while (await linkAudit(deps));
}

/** A log that cannot be opened does not verify either. */
async function verdict({ deps }: TestService, keysDir: string) {
  const broken = { ok: false, lines: 0, head: '' };
  return await verifyAudit(deps.db, deps.vault, keysDir).catch(() => broken);
}

/** Keeps a copy of the log, which is put back after each change. */
async function save({ deps: { db } }: TestService, headFile: string) {
  const head = readFileSync(headFile);
  for (const table of ['audit_log', 'audit_head'])
    await sql`create table ${sql.table(`${table}_copy`)} as select * from ${sql.table(table)}`.execute(db);
  return {
    restore: async () => {
      for (const table of ['audit_log', 'audit_head']) {
        await sql`delete from ${sql.table(table)}`.execute(db);
        await sql`insert into ${sql.table(table)} select * from ${sql.table(`${table}_copy`)}`.execute(db);
      }
      writeFileSync(headFile, head);
    },
  };
}
