import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase as BrowserTest, Reporter as PlaywrightReporter } from '@playwright/test/reporter';
import type { TestCase, Reporter as VitestReporter } from 'vitest/node';
import { addNote } from './addNote.ts';

/** Records tests that failed and passed when they were tried again, of either runner, with their first error. */
export default class FlakyReporter implements VitestReporter, PlaywrightReporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky)
      record(test.module.moduleId, test.fullName, test.result().errors?.[0]?.message);
  }

  onTestEnd(test: BrowserTest): void {
    if (test.outcome() === 'flaky') record(test.location.file, test.title, test.results[0]?.error?.message);
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** The end of an error: that of a program names the failure there. */
const ERROR_LENGTH = 600;

function record(file: string, name: string, error = ''): void {
  const oneLine = stripVTControlCharacters(error).trim().replaceAll(/\s+/g, ' ').slice(-ERROR_LENGTH);
  addNote('flaky', `${relative(process.cwd(), file)}: ${name}: ${oneLine}`);
}
