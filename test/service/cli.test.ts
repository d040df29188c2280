import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseKey } from '../../src/contract/keys.ts';

const cli = join(import.meta.dirname, '../../src/service/cli');
const lists = join(import.meta.dirname, 'aml/fixtures/ofac');

function run(command: 'keys' | 'aml', ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(cli, `${command}.ts`), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('keys', () => {
  test.each(['test', 'live'] as const)('prints one new key of %s mode and nothing else', (mode) => {
    const { status, stdout, stderr } = run('keys', 'generate', '--mode', mode);
    expect([status, stderr]).toEqual([0, '']);
    expect(parseKey(stdout.replace(/\n$/, ''))).toEqual({ kind: 'secret', mode });
  });

  test('says how it is used: on demand as its answer, else as a refusal', () => {
    const usage = expect.stringContaining('generate --mode test|live');
    expect(run('keys', '--help')).toEqual({ status: 0, stdout: usage, stderr: '' });
    for (const args of [[], ['generate'], ['generate', '--mode', 'both'], ['generate', '--key', 'x']]) {
      expect(run('keys', ...args)).toEqual({ status: 2, stdout: '', stderr: usage });
    }
  });
});

describe('aml', () => {
  test.each([
    ['--in', ['--in', '/no/such/file', '--out', 'out.jsonl']],
    ['--out', ['--in', join(lists, 'sdn.csv'), '--out', '/no/such/directory/out.jsonl']],
  ])('names the file of %s that it cannot use', (option, files) => {
    const { status, stdout, stderr } = run('aml', 'screen', '--lists', lists, ...files);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^The .*/no/such/.* of ${option} can't be`));
  });
});
