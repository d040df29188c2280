import type { Assurance } from '../../contract/case.ts';
import type { DecisionReason } from '../../contract/caseStatus.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Policy } from '../../contract/policy.ts';

/** Each check reduced to one word. `none`: the check was not made, or has no result yet. */
interface CheckFacts {
  details: 'ok' | 'under_age' | 'none';
  /** `refused`: the person did not consent to the face check. */
  selfie: 'refused' | 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed' | 'none';
  aml: 'clear' | 'possible' | 'unavailable' | 'none';
  /** `missing`: required and not presented. `doubtful`: proven only partly, or not with certainty. */
  credential: 'verified' | 'refused' | 'missing' | 'doubtful' | 'none';
  /** `none`: nobody asked for one. `doubtful`: read, but a reviewer has to decide. `captured`: no machine read it. */
  document: 'read' | 'captured' | 'unreadable' | 'expired' | 'doubtful' | 'missing' | 'processing' | 'none';
}

/** The checks of a case, and further facts that decide its outcome. */
export interface OutcomeInput extends CheckFacts {
  mode: Mode;
  onSpoof: Policy['onSpoof'];
  /** The reason for a review of the selfie: one code for each word that leads to a review. */
  selfieReason: DecisionReason;
  attemptsLeft: number;
  /** The reason for a review of the credential. */
  credentialReason: DecisionReason;
  /** The reason for a review of the document. */
  documentReason: DecisionReason;
  /** Whether another document may be captured. */
  isDocumentOpen: boolean;
  documentExpired: Policy['documentExpired'];
  /** The source of the picture that the face was compared with. */
  reference: Assurance['reference'];
  /** Whether the status of the credential may still become known. */
  revocationPending: boolean;
  /** Whether the time limit for retries of screening is over. */
  amlGivenUp: boolean;
}

/** The outcome of a case with complete input. `processing`: a result is pending. */
export interface Outcome {
  status: 'approved' | 'declined' | 'in_review' | 'requires_input' | 'processing';
  reasons: DecisionReason[];
}

/** For each check the words that match; an absent one matches any. */
type CheckColumns = { readonly [Check in keyof CheckFacts]?: readonly CheckFacts[Check][] };

interface Row extends CheckColumns {
  when?: (facts: OutcomeInput) => boolean;
  gives: (facts: OutcomeInput) => Outcome;
}

/** An approval lists the words of every check, so that a new check does not compile before it is added here. */
const APPROVED: Required<CheckColumns> = {
  details: ['ok'],
  selfie: ['passed'],
  aml: ['clear'],
  credential: ['verified', 'none'],
  document: ['read', 'none'],
};
const checks = Object.keys(APPROVED) as (keyof CheckFacts)[];

/** Compares every check, so that a column of a new one cannot be forgotten. */
function matches(columns: CheckColumns, facts: OutcomeInput): boolean {
  return checks.every((check) => {
    const words: readonly string[] | undefined = columns[check];
    return words === undefined || words.includes(facts[check]);
  });
}

const attemptsLeft = (facts: OutcomeInput) => facts.attemptsLeft > 0;
const to = (status: Outcome['status'], ...reasons: DecisionReason[]) => ({ status, reasons });

/** The table of outcomes: the first matching row decides. An absent column matches anything. */
const rows: readonly Row[] = [
  { details: ['under_age'], gives: () => to('declined', 'under_minimum_age') },
  {
    selfie: ['spoof'],
    gives: ({ onSpoof, selfieReason }) => to(onSpoof === 'decline' ? 'declined' : 'in_review', selfieReason),
  },
  { selfie: ['retry', 'no_match'], when: attemptsLeft, gives: () => to('requires_input') },
  {
    selfie: ['no_match'],
    // The portrait of a document may be ten years old.
    gives: ({ reference }) => to(reference === 'document' ? 'in_review' : 'declined', 'selfie_face_mismatch'),
  },
  { selfie: ['retry'], gives: () => to('in_review', 'attempts_exhausted') },
  { selfie: ['none'], gives: () => to('processing') },
  {
    credential: ['doubtful'],
    when: ({ revocationPending }) => revocationPending,
    gives: () => to('processing'),
  },
  {
    credential: ['refused', 'missing', 'doubtful'],
    gives: ({ credentialReason }) => to('in_review', credentialReason),
  },
  {
    document: ['unreadable'],
    when: ({ isDocumentOpen }) => isDocumentOpen,
    gives: () => to('requires_input'),
  },
  { document: ['processing'], gives: () => to('processing') },
  {
    document: ['expired'],
    when: ({ documentExpired }) => documentExpired === 'decline',
    gives: () => to('declined', 'document_expired'),
  },
  {
    document: ['unreadable', 'captured', 'expired', 'doubtful', 'missing'],
    gives: ({ documentReason }) => to('in_review', documentReason),
  },
  { details: ['ok'], selfie: ['refused'], gives: () => to('in_review', 'face_refused') },
  {
    details: ['ok'],
    selfie: ['not_performed'],
    // Test mode approves without a face engine, but never after a fault of the service itself.
    // A face that could not be told from the portrait of a document is a person's to judge.
    when: ({ mode, selfieReason, reference }) =>
      mode === 'live' ||
      selfieReason === 'check_failed' ||
      selfieReason === 'pictures_lost' ||
      (reference === 'document' && selfieReason === 'selfie_reference_undecided'),
    gives: ({ selfieReason }) => to('in_review', selfieReason),
  },
  { details: ['ok'], selfie: ['passed', 'not_performed'], aml: ['none'], gives: () => to('processing') },
  {
    details: ['ok'],
    selfie: ['passed', 'not_performed'],
    aml: ['possible'],
    gives: () => to('in_review', 'aml_possible_match'),
  },
  {
    details: ['ok'],
    selfie: ['passed', 'not_performed'],
    aml: ['unavailable'],
    gives: ({ amlGivenUp }) => (amlGivenUp ? to('in_review', 'aml_unavailable') : to('processing')),
  },
  // Only in test mode a selfie that was not measured comes so far: the decision says so.
  { ...APPROVED, selfie: ['not_performed'], gives: () => to('approved', 'test_mode') },
  { ...APPROVED, gives: () => to('approved') },
];

/** Decides a case by the table. A case that matches no row goes to a reviewer, never to an approval. */
export function decideOutcome(facts: OutcomeInput): Outcome {
  const row = rows.find((one) => matches(one, facts) && (one.when?.(facts) ?? true));
  return row ? row.gives(facts) : to('in_review', 'review_required');
}
