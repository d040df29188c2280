import { relative } from 'node:path';
import type { TestCase as BrowserTest, Reporter as PlaywrightReporter } from '@playwright/test/reporter';
import type { TestCase, Reporter as VitestReporter } from 'vitest/node';
import { addNote } from './addNote.ts';

/** Records tests that failed and passed when they were tried again, of either runner. */
export default class FlakyReporter implements VitestReporter, PlaywrightReporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) record(test.module.moduleId, test.fullName);
  }

  onTestEnd(test: BrowserTest): void {
    if (test.outcome() === 'flaky') record(test.location.file, test.title);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function record(file: string, name: string): void {
  addNote('flaky', `${relative(process.cwd(), file)}: ${name}`);
}
