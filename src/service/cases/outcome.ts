import type { DecisionReason } from '../../contract/caseStatus.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Policy } from '../../contract/policy.ts';

/** Each check reduced to one word. `none`: it has not been made, or has no result yet. */
interface CheckFacts {
  details: 'ok' | 'under_age' | 'none';
  /** `refused`: the face was not agreed to. */
  selfie: 'refused' | 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed' | 'none';
  aml: 'clear' | 'possible' | 'unavailable' | 'none';
  /** `missing`: required and not given. `doubtful`: proven, but not enough, or not for sure. */
  credential: 'verified' | 'refused' | 'missing' | 'doubtful' | 'none';
}

/** The checks of a case, and what their words are judged by. */
export interface OutcomeInput extends CheckFacts {
  mode: Mode;
  onSpoof: Policy['onSpoof'];
  /** Why the case would go to review because of the selfie: one code for each word that leads there. */
  selfieReason: DecisionReason;
  attemptsLeft: number;
  /** Why the case would go to review because of the credential. */
  credentialReason: DecisionReason;
  /** Whether its status may still become known. */
  credentialOpen: boolean;
  /** Whether screening was retried for as long as it may be. */
  amlGivenUp: boolean;
}

/** Where a case that has all its input goes. `processing`: a result is still to come. */
export interface Outcome {
  status: 'approved' | 'declined' | 'in_review' | 'requires_input' | 'processing';
  reasons: DecisionReason[];
}

interface Row {
  details?: OutcomeInput['details'];
  selfie?: readonly OutcomeInput['selfie'][];
  aml?: OutcomeInput['aml'];
  when?: (facts: OutcomeInput) => boolean;
  gives: (facts: OutcomeInput) => Outcome;
  credential?: readonly OutcomeInput['credential'][];
}

/** An approval names the words of every check: a new check does not compile before it stands here. */
const APPROVED: { readonly [Check in keyof CheckFacts]: ReadonlySet<CheckFacts[Check]> } = {
  details: new Set(['ok']),
  selfie: new Set(['passed', 'not_performed']),
  aml: new Set(['clear']),
  credential: new Set(['verified', 'none']),
};

const isApproved = (facts: OutcomeInput) =>
  Object.entries(APPROVED).every(([check, words]: [string, ReadonlySet<unknown>]) =>
    words.has(facts[check as keyof CheckFacts]),
  );

const attemptsLeft = (facts: OutcomeInput) => facts.attemptsLeft > 0;
const to = (status: Outcome['status'], ...reasons: DecisionReason[]) => ({ status, reasons });

/** The table of outcomes, read from the top; the first row that matches decides. Absent means any. */
const rows: readonly Row[] = [
  { details: 'under_age', gives: () => to('declined', 'under_minimum_age') },
  {
    selfie: ['spoof'],
    gives: ({ onSpoof, selfieReason }) => to(onSpoof === 'decline' ? 'declined' : 'in_review', selfieReason),
  },
  { selfie: ['retry', 'no_match'], when: attemptsLeft, gives: () => to('requires_input') },
  { selfie: ['no_match'], gives: () => to('declined', 'selfie_face_mismatch') },
  { selfie: ['retry'], gives: () => to('in_review', 'attempts_exhausted') },
  { selfie: ['none'], gives: () => to('processing') },
  {
    credential: ['doubtful'],
    when: ({ credentialOpen }) => credentialOpen,
    gives: () => to('processing'),
  },
  {
    credential: ['refused', 'missing', 'doubtful'],
    gives: ({ credentialReason }) => to('in_review', credentialReason),
  },
  { details: 'ok', selfie: ['refused'], gives: () => to('in_review', 'face_refused') },
  {
    details: 'ok',
    selfie: ['not_performed'],
    when: ({ mode }) => mode === 'live',
    gives: ({ selfieReason }) => to('in_review', selfieReason),
  },
  { details: 'ok', selfie: ['passed', 'not_performed'], aml: 'none', gives: () => to('processing') },
  {
    details: 'ok',
    selfie: ['passed', 'not_performed'],
    aml: 'possible',
    gives: () => to('in_review', 'aml_possible_match'),
  },
  {
    details: 'ok',
    selfie: ['passed', 'not_performed'],
    aml: 'unavailable',
    gives: ({ amlGivenUp }) => (amlGivenUp ? to('in_review', 'aml_unavailable') : to('processing')),
  },
  { when: isApproved, gives: () => to('approved') },
];

/** Decides a case by the table. A case that matches no row goes to a reviewer, never to an approval. */
export function decideOutcome(facts: OutcomeInput): Outcome {
  const row = rows.find(
    ({ details, selfie, aml, credential, when }) =>
      (details === undefined || details === facts.details) &&
      (selfie === undefined || selfie.includes(facts.selfie)) &&
      (aml === undefined || aml === facts.aml) &&
      (credential === undefined || credential.includes(facts.credential)) &&
      (when === undefined || when(facts)),
  );
  return row ? row.gives(facts) : to('in_review', 'review_required');
}
