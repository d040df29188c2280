import type { Decide } from '../../contract/case.ts';
import type { CaseStatus } from '../../contract/caseStatus.ts';
import type { FourEyes } from '../../contract/policy.ts';
import type { CaseFacts } from '../db/schema.ts';

interface Decided {
  fourEyes: FourEyes;
  status: CaseStatus;
  outcome: Decide['outcome'];
  facts: Pick<CaseFacts, 'details' | 'selfie' | 'aml'>;
  /** The resolution of each hit of the screening that counts. */
  hits: readonly (string | null)[];
}

/** Whether a second reviewer has to judge before a decision takes effect. To ask the person again needs none. */
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

/** Whether a decision goes against an earlier one, or against the measurements. */
function isAgainst({ status, outcome, facts, hits }: Decided): boolean {
  if (status !== 'in_review') return true;
  const isSuspect =
    facts.details === 'under_age' || hits.includes('true_match') || SUSPECT.includes(facts.selfie);
  const isClear = facts.details === 'ok' && facts.selfie === 'passed' && facts.aml === 'clear';
  return outcome === 'approved' ? isSuspect : isClear;
}

const SUSPECT: readonly CaseFacts['selfie'][] = ['spoof', 'no_match', 'retry'];
