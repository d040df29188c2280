import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files whose tests take half a minute and more; at the end, one core would wait for them alone. */
const LONG = ['test/prove/quick.test.ts', 'test/screens/screens.test.ts', 'test/consumers/fast.test.ts'];

/** On a fresh clone, where no earlier run tells how long a file takes and its size has to, the longest go first all the same. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
