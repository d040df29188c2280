import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { PersonalDetails } from '../../contract/personalDetails.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import { customerFields } from '../crypto/customerFields.ts';
import type { Database } from '../db/schema.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { readDetails } from '../details/readDetails.ts';
import { errorForLog } from '../log.ts';
import { isWaiting } from '../reviews/claims.ts';

/** Maximum number of cases whose details one search opens. */
const MAX_OPENED = 5000;
const MAX_FOUND = 50;
const BATCH = 500;

interface NameSearch {
  mode: Mode;
  name: string;
  /** Search only cases older than this one; `null`: start at the newest. */
  before: string | null;
  /** Whether open cases are left out: a reviewer must not learn the name before judging the faces. */
  excludesOpen: boolean;
}

export interface NameSearchResult {
  found: { id: string; status: CaseRow['status'] | null; createdAt: Date; reference: string | null }[];
  opened: number;
  /** The oldest case that was searched, if there may be older ones. */
  next: { id: string; createdAt: Date } | null;
}

/**
 * Finds cases by the person's name. Details are sealed with a key for each case and names are not indexed, so the
 * newest cases are opened one after another, up to a limit.
 */
export async function searchByName(
  context: Pick<ServiceContext, 'vault' | 'log'>,
  db: Kysely<Database>,
  { mode, name, before, excludesOpen }: NameSearch,
): Promise<NameSearchResult> {
  const searched = nameWords(name);
  const result: NameSearchResult = { found: [], opened: 0, next: null };
  for (let from = before; ; from = result.next!.id) {
    const rows = await personalDetails.newest(db, mode, { before: from, limit: BATCH });
    for (const { row, details } of rows) {
      result.opened++;
      result.next = { id: row.id, createdAt: row.created_at };
      if (excludesOpen && (isWaiting(row) || isStillOpen(row))) continue;
      // One damaged case must not hide the others.
      try {
        if (!isNamed(readDetails(context.vault, row, details), searched)) continue;
        const { clientReferenceId: reference } = customerFields.open(context.vault, row);
        result.found.push({ id: row.id, status: row.status, createdAt: row.created_at, reference });
      } catch (error) {
        context.log.error('case damaged', { caseId: row.id, ...errorForLog(error) });
      }
      if (result.found.length === MAX_FOUND) return result;
    }
    if (rows.length < BATCH) return { ...result, next: null };
    if (result.opened >= MAX_OPENED) return result;
  }
}

/** Whether a case may still come to a review. */
const isStillOpen = ({ status }: CaseRow) => status === 'requires_input' || status === 'processing';

/** Whether each word equals a word of the person's names or is the beginning of one. */
function isNamed(details: PersonalDetails, searched: readonly string[]): boolean {
  const { givenName, middleName, familyName, nativeName } = details;
  const words = nameWords([givenName, middleName, familyName, nativeName].filter(Boolean).join(' '));
  return searched.every((one) => words.some((word) => word.startsWith(one)));
}

/** The words of a name, without accents, case and punctuation. */
export function nameWords(name: string): string[] {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded
    .replace(/['’‘ʻʼ]/g, '')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
}
