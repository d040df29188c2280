import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const REPORTER = join(import.meta.dirname, 'FlakyReporter.ts');
const runners = {
  vitest: {
    args: ['vitest/vitest.mjs', 'run', '--root', '.', '--config'],
    config: `import FlakyReporter from '${REPORTER}';
      export default { test: { include: ['own.ts'], retry: 1, reporters: [new FlakyReporter()] } };`,
  },
  '@playwright/test': {
    args: ['@playwright/test/cli.js', 'test', '--config'],
    config: `export default { testMatch: 'own.ts', retries: 1, reporter: '${REPORTER}' };`,
  },
};

test.for(Object.entries(runners))(
  'lists tests that pass on retry with their error, and fails for the others (%s)',
  ([name, { args, config }]) => {
    const cache = join(ROOT, '.cache');
    mkdirSync(cache, { recursive: true });
    // Within the project, where the runners are found.
    const folder = mkdtempSync(join(cache, 'flaky-'));
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
    expect(readFileSync(join(folder, 'flaky'), 'utf8')).toMatch(
      /^own\.ts: passes at the second try: (Error: )?not yet\n$/,
    );
  },
);
