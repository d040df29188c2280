import { DecisionReason } from '../../contract/caseStatus.ts';

const CODES: ReadonlySet<string> = new Set(DecisionReason.options);

/** The reasons that are codes of ours; the others are a reviewer's own words. */
export function reasonCodes(reasons: readonly string[]): string[] {
  return reasons.filter((reason) => CODES.has(reason));
}
