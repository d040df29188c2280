import type { LinkTexts } from '../../../contract/link.ts';
import type { CaseRow } from '../../cases/caseRow.ts';
import type { JudgementRow } from '../../db/store/judgements.ts';
import type { Withheld } from '../../reviews/evidenceAccess.ts';
import type { DueTranscription } from '../../reviews/transcribeDocument.ts';
import type { Take } from '../../selfies/frames.ts';
import type { DeskSession } from '../deskEnv.ts';
import type { Evidence } from '../evidence.ts';
import type { HouseWords } from '../houseWords.ts';
import type { PlacedFaces } from '../placeFaces.ts';
import type { Story } from '../story.ts';

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
  /** Why there is no evidence. */
  withheld: Withheld | null;
  /** The document that they have to transcribe before they see evidence; `null` if there is none. */
  toTranscribe: DueTranscription | null;
  /** Whether the reviewer may judge the case: they have not seen its evidence, or nobody else is left. */
  mayJudge: boolean;
  /** The other reviewer who has claimed the case; `null` if there is none. */
  claimant: string | null;
  /** How the pictures are shown; `null` if they are not. */
  faces: PlacedFaces | null;
  /** The steps of the selfie and the times of its trail; `null` without a selfie. */
  take: Take | null;
  /** The customer's reference. */
  reference: string | null;
  /** Its history; `null` before the reviewer's own judgement. */
  story: Story | null;
  /** Other cases of the same reference, the newest first; none before the reviewer's own judgement. */
  siblings: { id: string; state: string; openedAt: Date }[];
  /** What the reviewer had entered in a decision that was undone; `null` if there is none. */
  withdrawn: { reason: string; note: string } | null;
  /** Others whom the case can be passed to. */
  colleagues: { id: string; name: string }[];
  /** Other cases with the same number of a document, the newest first; none before the reviewer's own judgement. */
  sameDocument: CaseView['siblings'];
  /** Whether open hits on the same entries wait in other cases of the customer. */
  hasSameHits: boolean;
  /** The organisation's reasons and templates, in the reviewer's language. */
  house: HouseWords;
  idleMinutes: number;
  /** The link that was just created for a person who was asked again. */
  link: ReadyLink | null;
}

/** A link to the hosted page, with the texts of its messages. */
export type ReadyLink = LinkTexts & { url: string };
