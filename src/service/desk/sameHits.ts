import type { Kysely } from 'kysely';
import type { CaseRow } from '../cases/caseRow.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { cases } from '../db/store/cases.ts';
import { isWaiting } from '../reviews/claims.ts';
import { customerOf } from '../screenings/customerOf.ts';
import type { FoundHit } from '../screenings/foundHit.ts';
import { hitKey } from '../screenings/hitKey.ts';
import { screeningCipher } from '../screenings/screeningCipher.ts';
import type { ScreeningContext } from '../screenings/screeningContext.ts';

/** More open cases of one customer are not looked at. */
const MAX_CASES = 50;

/** An open hit of another case of the customer, on the same entry and with the same details: one resolution holds for it too. */
interface SameHit {
  caseId: string;
  hitId: string;
}

export const sameHits = {
  /** Whether there is one for any hit of a case that waits. */
  exist: async (...[context, db, row, hits]: Parameters<typeof search>): Promise<boolean> => {
    if (!isWaiting(row) || hits.length === 0) return false;
    const { done } = await search(context, db, row, hits).next();
    return done !== true;
  },

  /** Those that nobody else has before them. */
  of: async (...asked: Parameters<typeof search>): Promise<SameHit[]> => {
    const found: SameHit[] = [];
    for await (const hit of search(...asked)) found.push(hit);
    return found;
  },
};

/** Opens one case after the other, as long as somebody asks for more. */
async function* search(
  context: ScreeningContext,
  db: Kysely<Database>,
  row: CaseRow,
  hits: readonly FoundHit[],
): AsyncGenerator<SameHit> {
  const { mode, reference_mark: referenceMark } = row;
  if (!referenceMark) return;
  const now = context.clock();
  const waiting = await cases.list(db, mode, { referenceMark, status: 'in_review', limit: MAX_CASES }, null);
  const others = waiting.filter((other) => other.id !== row.id && hasOpenHits(other, now));
  if (others.length === 0) return;
  const keys = await keysOf(context, db, row);
  const wanted = new Set(hits.map(({ id }) => keys.get(id)));
  for (const other of others) {
    const same = await keysOf(context, db, other, { isOpen: true });
    for (const [hitId, key] of same) if (wanted.has(key)) yield { caseId: other.id, hitId };
  }
}

/** Whether a case that nobody has claimed may have open hits. */
function hasOpenHits({ claimed_until, checks }: CaseRow, now: Date): boolean {
  const isFree = claimed_until === null || claimed_until <= now;
  return isFree && ['possible_match', 'confirmed_match'].includes(checks.aml.status);
}

/** The keys of the hits of a case: equal for the same customer, details and content of the entry. */
async function keysOf(
  { vault }: ScreeningContext,
  db: Kysely<Database>,
  row: CaseRow,
  { isOpen = false } = {},
): Promise<Map<string, string>> {
  const { id } = row.checks.aml;
  const screening = id && row.data_key ? await amlScreenings.find(db, row.mode, id) : undefined;
  const customer = screening && customerOf(screening);
  if (!screening || !customer) return new Map();
  const cipher = screeningCipher(vault, screening.id, row);
  const screenee = { mode: row.mode, customer, subject: cipher.input(screening) };
  return new Map(
    cipher
      .hits(screening)
      .filter(({ resolution, proposal }) => !isOpen || (resolution === null && proposal === null))
      .map((hit) => [hit.id, hitKey(vault, screenee, hit)]),
  );
}
