import type { LinkTexts } from '../../../contract/link.ts';
import type { CaseRow } from '../../cases/caseRow.ts';
import type { JudgementRow } from '../../db/store/judgements.ts';
import type { DeskSession } from '../deskEnv.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPicture } from './levelFace.ts';

/** The data of a case's page. */
export interface CaseView {
  session: DeskSession;
  now: Date;
  row: CaseRow;
  isHeld: boolean;
  /** Whether a decided case is judged again, to overturn the decision. */
  isOverturning: boolean;
  judgement: JudgementRow | null;
  /** The pictures that the reviewer has to see: `reference`, or check and number. */
  pictures: string[];
  /** `null` before the reviewer's own judgement. */
  evidence: Evidence | null;
  /** The other reviewer who has claimed the case; `null` if there is none. */
  claimant: string | null;
  /** The two pictures side by side, aligned by the eyes; `null` if the eyes were not found in both. */
  placed: readonly [PlacedPicture, PlacedPicture] | null;
  /** Number of frames of the trail. */
  trail: number;
  idleMinutes: number;
  /** The link that was just created for a person who was asked again. */
  link: ReadyLink | null;
}

/** A link to the hosted page, with the texts of its messages. */
export type ReadyLink = LinkTexts & { url: string };
