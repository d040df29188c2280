import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase as BrowserTest, Reporter as PlaywrightReporter } from '@playwright/test/reporter';
import type { TestCase, TestModule, TestSuite, Reporter as VitestReporter } from 'vitest/node';
import { addNote } from './addNote.ts';

/** Records tests that failed, and those that then passed when they were tried again, of either runner, with their first error. */
export default class OutcomeReporter implements VitestReporter, PlaywrightReporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const list = state === 'failed' ? 'failed' : test.diagnostic()?.flaky && 'flaky';
    if (list) record(list, test.module.moduleId, test.fullName, errors?.[0]?.message);
  }

  /** A file that could not be read, or whose hook failed, has errors that belong to no test. */
  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors()) record('failed', module.moduleId, 'the file', message);
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const { message } of suite.errors())
      record('failed', suite.module.moduleId, suite.fullName, message);
  }

  /** Errors of the run itself: nothing of the tests tells of a promise that nobody awaited. */
  onTestRunEnd(_: readonly TestModule[], errors: readonly { message: string }[]): void {
    for (const { message } of errors) record('failed', process.cwd(), 'the run', message);
  }

  onTestEnd(test: BrowserTest): void {
    const outcome = test.outcome();
    const isTriedAgain = test.results.length <= test.retries;
    const list = outcome === 'flaky' ? outcome : outcome === 'unexpected' && !isTriedAgain && 'failed';
    if (list) record(list, test.location.file, test.title, test.results[0]?.error?.message);
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** The end of an error: that of a program names the failure there. */
const ERROR_LENGTH = 600;

function record(list: 'failed' | 'flaky', file: string, name: string, error = ''): void {
  const oneLine = stripVTControlCharacters(error).trim().replaceAll(/\s+/g, ' ').slice(-ERROR_LENGTH);
  addNote(list, `${relative(process.cwd(), file)}: ${name}: ${oneLine}`);
}
