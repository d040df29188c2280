import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseKey } from '../../src/contract/keys.ts';
import { listOf, startListServer } from '../support/listServer.ts';
import { strangers } from '../support/lists.ts';
import { waitFor } from '../support/waitFor.ts';

const cli = join(import.meta.dirname, '../../src/service/cli');
const lists = join(import.meta.dirname, '../screening/fixtures/ofac');

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

  test('prints its usage: on stdout for --help, otherwise as an error', () => {
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
  ])('names the file of %s that it cannot read', (option, files) => {
    const { status, stdout, stderr } = run('aml', 'screen', '--lists', lists, ...files);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      new RegExp(`^The .*/no/such/.* (of ${option} cannot be read|\\(${option}\\) is not writable)`),
    );
  });

  test('exits with 3 after bad rows, unless they are allowed', () => {
    const directory = mkdtempSync(join(tmpdir(), 'idv-cli-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const [input, output] = [join(directory, 'in.jsonl'), join(directory, 'out.jsonl')];
    writeFileSync(input, '{"id": 1, "person": {"fullName": "A B"}}\nbroken\n');
    const files = ['--lists', lists, '--in', input, '--out', output];
    const counted = expect.stringMatching(/Not screened: .*not JSON[\s\S]*1 bad rows/);
    expect(run('aml', 'screen', ...files)).toMatchObject({ status: 3, stderr: counted });
    expect(run('aml', 'screen', '--skip-bad', ...files)).toMatchObject({ status: 0, stderr: counted });
    expect(readFileSync(output, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test('refuses a directory with a file that is not a list, and names the file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'idv-cli-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    cpSync(lists, join(directory, 'lists'), { recursive: true });
    writeFileSync(join(directory, 'lists/garbage.csv'), 'garbage\n');
    const input = join(directory, 'in.jsonl');
    writeFileSync(input, '{"id": 1, "person": {"fullName": "A B"}}\n');
    const files = ['--lists', join(directory, 'lists'), '--in', input, '--out', join(directory, 'out.jsonl')];
    expect(run('aml', 'screen', ...files)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('garbage.csv'),
    });
  });

  test('update exits with 1 if a list cannot be downloaded', () => {
    const directory = mkdtempSync(join(tmpdir(), 'idv-cli-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const from = ['--from', 'http://127.0.0.1:9/lists/people.json'];
    expect(run('aml', 'update', '--to', join(directory, 'lists'), ...from).status).toBe(1);
  });

  test('update repeats with --every until SIGTERM', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'idv-cli-'));
    const server = await startListServer({ '/lists/people.json': listOf(strangers) });
    onTestFinished(async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    });
    const from = ['--from', `${server.url}/lists/people.json`, '--to', join(directory, 'lists')];
    const child = spawn(process.execPath, [join(cli, 'aml.ts'), 'update', ...from, '--every', '1s'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    await waitFor(() => output.includes('Lists have changed in ') && output.includes('No list has changed.'));
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(run('aml', 'update', '--every', 'soon')).toMatchObject({ status: 2, stdout: '' });
  });
});
