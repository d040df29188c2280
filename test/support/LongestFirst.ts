import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_TESTS } from './affectedTests.ts';

/**
 * On a fresh clone the runner orders files by size. A few short files take long: begun last, one core would wait for them
 * alone, so they go first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG_TESTS.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
