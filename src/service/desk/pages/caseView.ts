import type { LinkTexts } from '../../../contract/link.ts';
import type { CaseRow } from '../../cases/caseRow.ts';
import type { JudgementRow } from '../../db/store/judgements.ts';
import type { DeskSession } from '../deskEnv.ts';
import type { Evidence } from '../evidence.ts';
import type { PlacedPicture } from './levelFace.ts';

/** What the page of a case shows. */
export interface CaseView {
  session: DeskSession;
  now: Date;
  row: CaseRow;
  isHeld: boolean;
  /** Whether a decided case is judged again to be overturned. */
  isOverturning: boolean;
  judgement: JudgementRow | null;
  /** What has to be seen: `reference`, or check and number. */
  pictures: string[];
  /** `null` before one's own judgement. */
  evidence: Evidence | null;
  /** Who else has the case; `null`: nobody. */
  claimant: string | null;
  /** The two pictures that stand side by side, placed by their eyes; `null` where the eyes of either were not found. */
  placed: readonly [PlacedPicture, PlacedPicture] | null;
  /** How many small frames there are. */
  trail: number;
  idleMinutes: number;
  /** Just made, for the person who was asked again. */
  link: ReadyLink | null;
}

/** A link to the hosted page, with the messages to send it with. */
export type ReadyLink = LinkTexts & { url: string };
