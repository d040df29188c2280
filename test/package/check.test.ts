import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Starts the checks, with a script in place of each stage. */
function check(args: readonly string[], script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'idv-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\n${script}\n`);
  chmodSync(npm, 0o755);
  const child = spawn(process.execPath, [join(ROOT, '.ci/check.mjs'), ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more) => (text += more));
  return { child, output: () => text };
}

test.skipIf(process.platform === 'win32')(
  'an interruption ends all that runs, and no stage begins after it',
  async () => {
    const began = mkdtempSync(join(tmpdir(), 'idv-check-'));
    onTestFinished(() => rmSync(began, { recursive: true, force: true }));
    const { child, output } = check(['checks', 'node'], `echo >> ${began}/$3; tail -f /dev/null; true`);
    await expect.poll(() => readdirSync(began).toSorted()).toEqual(['build', 'lint']);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([1, null]);
    for (const name of ['package', 'types', 'unit'])
      expect(output()).toContain(`\n${name} did not run: it was interrupted\n`);
    expect(readdirSync(began).toSorted()).toEqual(['build', 'lint']);
  },
);

test.skipIf(process.platform === 'win32')(
  'with --changed every end-to-end test is listed as left out',
  async () => {
    const list = '  [journeys] › a.spec.ts:1:1 › one\n  [others] › b.spec.ts:1:1 › two';
    const { child, output } = check(['--changed=HEAD'], `[ "$3" = e2e ] && printf '%s\\n' '${list}'\nexit 0`);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output()).toContain('- e2e, 2 tests: npm test -- e2e\n  a: one\n  b: two\n');
  },
);
