import type { Hit } from './hit.ts';
import type { Dataset } from './index/screeningIndex.ts';
import { screen } from './screen.ts';
import { testList } from './testList.ts';

/**
 * What a family name of test mode forces: fictional hits for `IDVTEST_AML_POSSIBLE`,
 * `IDVTEST_AML_SANCTION` and `IDVTEST_AML_PEP`, null for any other name.
 */
export function forcedHits(familyName: string): { dataset: Dataset; hits: Hit[] } | null {
  const name = forced.get(familyName);
  if (!name) return null;
  const index = testList();
  return { dataset: index.dataset, hits: screen(index, { fullName: name }, { limit: 1 }) };
}

const forced = new Map([
  ['IDVTEST_AML_POSSIBLE', 'Possible Testcase'],
  ['IDVTEST_AML_SANCTION', 'Sanctioned Testperson'],
  ['IDVTEST_AML_PEP', 'Exposed Testofficial'],
]);
