import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SLOW_TESTS } from './affectedTests.ts';

/**
 * On a fresh clone the runner orders files by size. Some small files take long: started last, they would run alone at
 * the end, so the known slow files run first, slowest first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const seconds = ({ project, moduleId }: TestSpecification) =>
      SLOW_TESTS[relative(project.vitest.config.root, moduleId).replaceAll(sep, '/')] ?? 0;
    return sorted.toSorted((one, other) => seconds(other) - seconds(one));
  }
}
