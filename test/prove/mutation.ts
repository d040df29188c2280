import { handMade } from './mutation/handMade.ts';
import { runStryker } from './mutation/runStryker.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/** Percent of all mutants that a test must notice, in each part. */
const MIN_PERCENT = 85;

/**
 * Puts faults into the code of states, signatures, keys and repetitions: the tests of these parts must fail. The full
 * form uses Stryker; the quick one uses a few handwritten faults.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  if (lab.form === 'quick') {
    const { mutants, survived } = await handMade();
    return { ok: mutants > 0 && survived.length === 0, mutants, survived };
  }
  const parts = await runStryker(lab);
  const ok = Object.values(parts).every(({ percent }) => percent >= MIN_PERCENT);
  return { ok, least: MIN_PERCENT, ...parts };
}
