import type { Decide } from '../../contract/case.ts';
import type { CaseStatus } from '../../contract/caseStatus.ts';
import type { FourEyes } from '../../contract/policy.ts';
import type { CaseFacts } from '../db/schema.ts';

interface Decided {
  fourEyes: FourEyes;
  status: CaseStatus;
  outcome: Decide['outcome'];
  facts: Pick<CaseFacts, 'details' | 'selfie' | 'aml'>;
  /** The resolution of each hit of the current screening. */
  hits: readonly (string | null)[];
}

/** Whether a decision needs a second reviewer. Asking the person again does not. */
export function needsSecond(decided: Decided): boolean {
  if (decided.outcome === 'requires_input') return false;
  const rules: Record<FourEyes, () => boolean> = {
    never: () => false,
    hits: () => decided.hits.length > 0,
    disagreement: () => isAgainst(decided),
    always: () => true,
  };
  return rules[decided.fourEyes]();
}

/** Whether a decision contradicts an earlier one, or the measurements. */
function isAgainst({ status, outcome, facts, hits }: Decided): boolean {
  if (status !== 'in_review') return true;
  const isSuspect =
    facts.details === 'under_age' || hits.includes('true_match') || SUSPECT.includes(facts.selfie);
  const isClear = facts.details === 'ok' && facts.selfie === 'passed' && facts.aml === 'clear';
  return outcome === 'approved' ? isSuspect : isClear;
}

const SUSPECT: readonly CaseFacts['selfie'][] = ['spoof', 'no_match', 'retry'];
