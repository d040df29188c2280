import type { Insertable, Selectable } from 'kysely';
import type { Decide } from '../../../src/contract/case.ts';
import type { HitResolution } from '../../../src/contract/hit.ts';
import { ApiError } from '../../../src/service/ApiError.ts';
import { lockCase } from '../../../src/service/cases/caseRow.ts';
import { inTransaction } from '../../../src/service/db/inTransaction.ts';
import type { CasesTable } from '../../../src/service/db/schema.ts';
import type { AmlScreeningsTable } from '../../../src/service/db/screeningTables.ts';
import { amlScreenings } from '../../../src/service/db/store/amlScreenings.ts';
import { decideCase } from '../../../src/service/reviews/decideCase.ts';
import { resolveHit } from '../../../src/service/screenings/resolveHit.ts';
import type { TestService } from '../../support/openService.ts';
import { randomFrom } from '../../support/takes.ts';
import { verify } from '../../support/verification.ts';

/** Two API keys, a reviewer and an administrator of the desk. */
const PEOPLE = [
  { keyId: 'key_1' },
  { keyId: 'key_2' },
  { keyId: 'rev_1', role: 'reviewer' },
  { keyId: 'rev_2', role: 'administrator' },
] as const;
const POLICIES = ['never', 'hits', 'disagreement', 'always'] as const;
const NOTES = [undefined, 'Seen.'];
const ACTS_OF_SEQUENCE = 12;

/** What was done in a sequence, noted apart from what the service stores. */
interface Done {
  /** The last that took effect. */
  resolution: HitResolution | null;
  ruledOutBy: Set<string>;
  approvedBy: Map<string, string | undefined>;
}

interface Faults {
  sequences: number;
  acts: number;
  refused: number;
  approved: number;
  /** Approvals over a confirmed match: of these all by two, with notes. */
  confirmedApproved: number;
  faults: string[];
}

/**
 * Random sequences of acts by up to four people on a case with an exact hit: no confirmed match is approved by one person, and
 * no exact hit is ruled out by one.
 */
export async function actAtRandom(service: TestService, sequences: number): Promise<Faults> {
  const random = randomFrom(37);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const { restore, act } = await sceneOf(service);
  const found: Faults = { sequences, acts: 0, refused: 0, approved: 0, confirmedApproved: 0, faults: [] };
  for (let sequence = 0; sequence < sequences; sequence++) {
    const policy = pick(POLICIES);
    await restore(policy);
    const people = PEOPLE.slice(0, 1 + below(PEOPLE.length));
    const done: Done = { resolution: null, ruledOutBy: new Set(), approvedBy: new Map() };
    for (let turn = 0; turn < ACTS_OF_SEQUENCE; turn++) {
      const caller = pick(people);
      const kind = pick(['true_match', 'false_positive', 'approved', 'approved', 'declined'] as const);
      const note = pick(NOTES);
      const before = done.resolution;
      const result = await act(caller, kind, note);
      found.acts++;
      if (!result) found.refused++;
      else if (kind === 'true_match' || kind === 'false_positive') {
        if (kind === 'false_positive') done.ruledOutBy.add(caller.keyId);
        else done.ruledOutBy.clear();
        done.resolution = result.resolution;
        const isNew = result.resolution === 'false_positive' && before !== 'false_positive';
        if (isNew && done.ruledOutBy.size < 2 && policy === 'never')
          found.faults.push(`${sequence} ${policy}: ruled out by one`);
      } else if (kind === 'approved') done.approvedBy.set(caller.keyId, note);
      if (result?.status !== 'approved' && result?.status !== 'declined') continue;
      if (result.status === 'approved') {
        found.approved++;
        if (result.resolution === null) found.faults.push(`${sequence} ${policy}: approved with an open hit`);
        if (result.resolution === 'true_match') {
          found.confirmedApproved++;
          if (done.approvedBy.size < 2) found.faults.push(`${sequence} ${policy}: a match approved by one`);
          if (note === undefined) found.faults.push(`${sequence} ${policy}: a match approved without a note`);
        }
      }
      break;
    }
  }
  return { ...found, faults: found.faults.slice(0, 10) };
}

type Kind = HitResolution | 'approved' | 'declined';

/** A case with an exact hit that can be put back to its start. */
async function sceneOf(service: TestService) {
  const { deps } = service;
  const { db } = deps;
  const { id, consent, details, selfie, read } = await verify(service);
  await consent();
  await details({ givenName: 'Zoran', familyName: 'Quillfeather', dateOfBirth: '1961-04-17' });
  await selfie();
  const screeningId = (await read()).checks.aml.id as string;
  const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const screening = await db
    .selectFrom('aml_screenings')
    .selectAll()
    .where('id', '=', screeningId)
    .executeTakeFirstOrThrow();
  const restore = async (fourEyes: (typeof POLICIES)[number]) => {
    const start = asStored({ ...row, policy: { ...row.policy, fourEyes } });
    await db.updateTable('cases').set(start).where('id', '=', id).execute();
    const { sealed_hits, status } = screening as Selectable<AmlScreeningsTable>;
    await db
      .updateTable('aml_screenings')
      .set({ sealed_hits, status })
      .where('id', '=', screeningId)
      .execute();
    for (const table of ['judgements', 'hit_decisions'] as const)
      await db.deleteFrom(table).where('case_id', '=', id).execute();
    await db.deleteFrom('hit_resolutions').execute();
  };
  const hitOf = async () =>
    (await service.call('GET', `/aml/screen/${screeningId}`)).body.hits[0].resolution as HitResolution | null;
  const act = async (caller: (typeof PEOPLE)[number], kind: Kind, note: string | undefined) => {
    const review = { context: deps, requestId: 'req_1', caller };
    try {
      await inTransaction(deps, async (tx) => {
        const locked = await lockCase(tx, 'test', id);
        if (kind === 'true_match' || kind === 'false_positive') {
          const words = { resolution: kind, reasonCode: 'other', note: 'Compared.' } as const;
          const found = await amlScreenings.lock(tx, (await amlScreenings.find(tx, 'test', screeningId))!);
          await resolveHit({ ...review, tx, ...words }, found, locked, 'idvtest-4');
          return;
        }
        const decide: Decide = { outcome: kind, expectedVersion: locked.version, ...(note && { note }) };
        await decideCase({ ...review, tx }, locked, decide);
      });
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
    const { status } = await db
      .selectFrom('cases')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { status, resolution: await hitOf() };
  };
  return { restore, act };
}

/** A row as it is written: JSON columns as text. */
function asStored({ ended_at: _, is_monitored: __, ...row }: Selectable<CasesTable>): Insertable<CasesTable> {
  const texts = Object.entries(row).map(([name, value]) => {
    const isJson =
      value !== null && typeof value === 'object' && !(value instanceof Date) && !ArrayBuffer.isView(value);
    return [name, isJson ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(texts) as Insertable<CasesTable>;
}
