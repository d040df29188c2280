import type { CaseRow } from '../../cases/caseRow.ts';
import type { JudgementRow } from '../../db/store/judgements.ts';
import type { DeskSession } from '../deskEnv.ts';
import type { Evidence } from '../evidence.ts';

/** What the page of a case shows. */
export interface CaseView {
  session: DeskSession;
  now: Date;
  row: CaseRow;
  isHeld: boolean;
  judgement: JudgementRow | null;
  /** What has to be seen: `reference`, or check and number. */
  pictures: string[];
  /** `null` before one's own judgement. */
  evidence: Evidence | null;
  /** Who else has the case; `null`: nobody. */
  claimant: string | null;
  /** How many small frames there are. */
  trail: number;
  idleMinutes: number;
}
