import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { auditHead } from '../../src/service/audit/auditHead.ts';
import { recordHead } from '../../src/service/audit/recordHead.ts';
import { verifyAudit } from '../../src/service/audit/verifyAudit.ts';
import type { TestService } from '../support/openService.ts';
import { newCase, person } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { tamperings, unchecked } from './audit/tamperings.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

/**
 * The audit log verifies as long as it is untouched. Every change with access to the database only is detected, at once
 * and after the service has continued, and readers see no line that the service did not write: every verb on every
 * column, with positions of any sign, with the checks of the database and after their removal.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const keysDir = lab.folder();
  const database = lab.hasPostgres() ? 'postgres' : 'embedded';
  const service = await openLocal(lab, { config: { keysDir } });
  const { db } = service.deps;
  const lines = lab.size(500, 12);
  const id = await caseWithDetails(service);
  await read(service, id, lines / 2);
  const earlier = await sealedHead(service);
  await read(service, id, lines / 2 - 1);
  const beforeLast = await sealedHead(service);
  await read(service, id, 1);
  const recordedMs = await recorded(service, lines);
  const whole = await verdict(service);
  const saved = await save(service, join(keysDir, 'audit.head'));
  const written = new Set((await allShown(service)).map((line) => JSON.stringify(line)));
  const found = { unseen: [] as string[], wronglyShown: [] as string[], refusedByDatabase: 0, unchanged: 0 };
  const done = tamperings({ lines, earlier, beforeLast, places: lab.size(12, 2) });
  for (const checks of ['with checks', 'without checks']) {
    if (checks === 'without checks') await unchecked.execute(db);
    for (const [name, changes] of done) {
      if (!(await apply(service, changes))) found.refusedByDatabase++;
      else if (await saved.isSame()) found.unchanged++;
      else {
        if ((await verdict(service)).ok) found.unseen.push(`${checks}: ${name}, at once`);
        const lines = await shown(service);
        if (lines.some((line) => !written.has(JSON.stringify(line))))
          found.wronglyShown.push(`${checks}: ${name}`);
        await read(service, id, 1);
        await recordHead(service.deps);
        if ((await verdict(service)).ok) found.unseen.push(`${checks}: ${name}, afterwards`);
      }
      await saved.restore();
    }
  }
  const again = await verdict(service);
  const { unseen, wronglyShown } = found;
  const ok =
    whole.ok &&
    whole.lines === lines &&
    again.ok &&
    again.head === whole.head &&
    unseen.length === 0 &&
    wronglyShown.length === 0 &&
    written.size === lines;
  return { ok, database, lines: whole.lines, tamperings: 2 * done.length, ...found, recordedMs };
}

async function caseWithDetails({ call }: TestService): Promise<string> {
  const { id } = (await call('POST', '/cases', { json: newCase })).body;
  await call('POST', `/cases/${id}/personal-details`, { json: person });
  return id;
}

/** Each reading of details is a line. A changed log may refuse one. */
async function read({ call }: TestService, id: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await call('GET', `/cases/${id}/personal-details`);
}

/** The newest lines, as readers see them. */
async function shown({ call }: TestService): Promise<object[]> {
  const { status, body } = await call('GET', '/audit?limit=100');
  return status === 200 ? body.data : [];
}

async function allShown({ call }: TestService): Promise<object[]> {
  const lines: object[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `/audit?limit=100${cursor}`);
    lines.push(...body.data);
    if (!body.nextCursor) return lines;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

async function sealedHead({ deps: { db } }: TestService): Promise<Uint8Array> {
  const { rows } = await sql<{ sealed: Uint8Array }>`select sealed from audit_head`.execute(db);
  return rows[0]!.sealed;
}

/** Milliseconds until the key directory has the last line, without a sweep. */
async function recorded({ deps }: TestService, lines: number): Promise<number> {
  const began = performance.now();
  await waitFor(async () => (await auditHead.beside(deps.vault, deps.headRecord))?.count === lines);
  return Math.round(performance.now() - began);
}

/** @returns whether the database accepted all changes. */
async function apply(
  { deps: { db } }: TestService,
  changes: readonly RawBuilder<unknown>[],
): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      for (const change of changes) await change.execute(tx);
    });
    return true;
  } catch {
    return false;
  }
}

/** A log that cannot be opened does not verify either. */
async function verdict({ deps }: TestService) {
  const broken = { ok: false, lines: 0, head: '' };
  return await verifyAudit(deps.db, deps.vault, deps.headRecord).catch(() => broken);
}

const TABLES = ['audit_log', 'audit_head'];

/** Keeps a copy of the log, which is put back after each change. */
async function save({ deps: { db } }: TestService, headFile: string) {
  const head = readFileSync(headFile);
  const copies = TABLES.map((name) => ({ table: sql.table(name), copy: sql.table(`${name}_copy`) }));
  for (const { table, copy } of copies) await sql`create table ${copy} as select * from ${table}`.execute(db);
  return {
    isSame: async (): Promise<boolean> => {
      for (const { table, copy } of copies) {
        const differing = sql`(table ${table} except table ${copy}) union all (table ${copy} except table ${table})`;
        if ((await differing.execute(db)).rows.length > 0) return false;
      }
      return true;
    },
    restore: async (): Promise<void> => {
      for (const { table, copy } of copies) {
        await sql`delete from ${table}`.execute(db);
        await sql`insert into ${table} select * from ${copy}`.execute(db);
      }
      writeFileSync(headFile, head);
    },
  };
}
