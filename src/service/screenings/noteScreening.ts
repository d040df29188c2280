import type { Kysely, Selectable, Updateable } from 'kysely';
import type { CaseRow } from '../cases/CaseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import type { CaseFacts, CasesTable, Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { ScreeningContext } from './ScreeningContext.ts';

type Screening = Selectable<AmlScreeningsTable>;

export interface Noted {
  /** Whether somebody was screened, for the first time or again, or a hit was resolved. */
  cause: 'screened' | 'rescreened' | 'resolved';
  amlGivenUp: boolean;
  /** What more there is to tell. */
  more?: Record<string, unknown>;
}

/** Notes a screening at its case as the one that counts, and tells of it. The case stays where it is. */
export async function noteScreening(
  context: ScreeningContext,
  tx: Kysely<Database>,
  row: CaseRow,
  screening: Screening,
  { cause, amlGivenUp, more }: Noted,
): Promise<CaseRow> {
  const { id, status, completed_at } = screening;
  const facts: CaseFacts = { ...row.facts, aml: WORDS[status], amlGivenUp };
  const aml = { status, id, completedAt: completed_at?.toISOString() ?? null };
  const type = `aml_screening.${cause === 'screened' ? 'completed' : 'updated'}` as const;
  return await changeCase(context, tx, row, {
    set: {
      facts: JSON.stringify(facts),
      checks: JSON.stringify({ ...row.checks, aml }),
      assurance: JSON.stringify({ ...row.assurance, aml: status }),
      ...(cause !== 'resolved' && (await datasetOf(context, tx, screening))),
    },
    event: { type, screeningId: id, screeningStatus: status, ...more },
  });
}

const WORDS = {
  processing: 'none',
  clear: 'clear',
  possible_match: 'possible',
  confirmed_match: 'possible',
  unavailable: 'unavailable',
} as const;

/** What a case was screened against. If that is not the newest any more, it is screened again by who has that one. */
async function datasetOf(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { dataset, completed_at }: Screening,
): Promise<Updateable<CasesTable>> {
  if (!dataset) return {};
  const screened = { aml_screened_at: completed_at, aml_version: dataset.version };
  const number = await amlDatasets.numberOf(tx, dataset.version);
  if (number === null) return screened;
  const newest = await amlDatasets.newestVersion(tx);
  if (newest && newest.number > number)
    await enqueue(context, tx, { kind: 'monitor_cases', row: null, subject: newest.version });
  return { ...screened, aml_dataset: number };
}
