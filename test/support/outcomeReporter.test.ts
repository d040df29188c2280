import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const REPORTER = join(import.meta.dirname, 'OutcomeReporter.ts');
const runners = {
  vitest: {
    args: ['vitest/vitest.mjs', 'run', '--root', '.', '--config'],
    config: `import OutcomeReporter from '${REPORTER}';
      export default { test: { include: ['own.ts'], retry: 1, reporters: [new OutcomeReporter()] } };`,
  },
  '@playwright/test': {
    args: ['@playwright/test/cli.js', 'test', '--config'],
    config: `export default { testMatch: 'own.ts', retries: 1, reporter: '${REPORTER}' };`,
  },
};

test.for(Object.entries(runners))(
  'lists the tests that fail, and those that pass on retry, with their first error (%s)',
  ([name, { args, config }]) => {
    const cache = join(ROOT, '.cache');
    mkdirSync(cache, { recursive: true });
    // Within the project, where the runners are found.
    const folder = mkdtempSync(join(cache, 'outcomes-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'own.config.ts'), config);
    const tests = `import { test } from '${name}';
    import { existsSync, writeFileSync } from 'node:fs';
    test('passes at once', () => {});
    test('passes at the second try', () => {
      if (existsSync('tried')) return;
      writeFileSync('tried', '');
      throw new Error('not yet');
    });
    test('never passes', () => { throw new Error('never'); });`;
    writeFileSync(join(folder, 'own.ts'), tests);
    const [file, ...rest] = args;
    const command = [join(ROOT, 'node_modules', file!), ...rest, join(folder, 'own.config.ts')];
    const env = { ...process.env, IDV_TEST_NOTES: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(1);
    const noted = (list: string) => readFileSync(join(folder, list), 'utf8');
    expect(noted('flaky')).toMatch(/^own\.ts: passes at the second try: (Error: )?not yet\n$/);
    expect(noted('failed')).toMatch(/^own\.ts: never passes: (Error: )?never\n$/);
  },
);
