// Runs every check and test; with `--changed`, those of a change alone. What is short and needs one core runs side by side,
// and shows its output when it is done, or at the end when it failed; the tests have the machine to themselves.
// The last lines list flaky tests, what did not run and what failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const notes = mkdtempSync(join(tmpdir(), 'idv-check-'));
// test/support/addNote.ts writes them.
const noteLists = [
  ['flaky', 'Flaky (failed, then passed when tried again)'],
  ['left-out', 'Not everything ran'],
];
const running = new Set();
const failures = [];
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });

const { isPartial, since } = options(process.argv.slice(2));
const passed = isPartial ? await checkChange(since) : await checkEverything();
printNotes();
for (const failure of failures) process.stdout.write(failure);
rmSync(notes, { recursive: true });
process.exit(passed ? 0 : 1);

function options(args) {
  const match = /^--changed(?:=(.+))?$/.exec(args[0] ?? '');
  if (args.length === 0) return { isPartial: false };
  if (args.length === 1 && match) return { isPartial: true, since: match[1] };
  process.stderr.write('Usage: npm test [-- --changed[=COMMIT]]\n');
  process.exit(2);
}

async function checkEverything() {
  const sideBySide = await Promise.all([inTurn('lint'), inTurn('build', 'package', 'types')]);
  return sideBySide.every(Boolean) && (await run('unit', 'inherit')) && (await run('e2e', 'inherit'));
}

/** Runs the tests that a change reaches, the nearest ones, and everything where that can't be told. */
async function checkChange(since) {
  const { changedFiles } = await import('./changedFiles.mjs');
  const { isBuilt } = await import('./isBuilt.mjs');
  const { affectedTests, lastSeconds, projectDependencies } = await import(
    '../test/support/affectedTests.ts'
  );
  const change = changedFiles(root, since);
  say(`${change.files.length} files differ from ${change.since}.`);
  if (change.files.length === 0) return true;
  const selection = affectedTests(change.files, projectDependencies(), lastSeconds());
  if (selection.everything) {
    say(`Everything runs: ${selection.everything}.`);
    return checkEverything();
  }
  const { tests, leftOut, needsBuild } = selection;
  const present = change.files.filter((file) => existsSync(join(root, file)));
  const sideBySide = await Promise.all([
    present.length === 0 || run('lint:files', 'pipe', present),
    inTurn(...(needsBuild && !isBuilt(root) ? ['build'] : []), 'types'),
  ]);
  const passed = sideBySide.every(Boolean) && (await run('unit', 'inherit', tests));
  const isOfBrowser = change.files.some((file) => file.startsWith('test/e2e/'));
  const passedBrowser = !isOfBrowser || (passed && (await run('e2e', 'inherit')));
  say(`Ran ${tests.length} test files: ${listed(tests)}`);
  if (leftOut.length > 0)
    say(`Left out ${leftOut.length} that reach the change from farther away: ${listed(leftOut)}`);
  say(
    `Left out: unused code, the package's own checks${isOfBrowser ? '' : ', the whole way through (e2e)'}. npm test runs all.`,
  );
  return passed && passedBrowser;
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}

function listed(tests) {
  const names = tests.map((test) => test.replace(/^test\/|(\.browser)?\.test\.ts$/g, ''));
  return `${names.slice(0, 40).join(', ')}${names.length > 40 ? ` and ${names.length - 40} more` : ''}.`;
}

function printNotes() {
  for (const [name, heading] of noteLists) {
    const file = join(notes, name);
    if (!existsSync(file)) continue;
    const lines = new Set(readFileSync(file, 'utf8').trim().split('\n'));
    say(`\n${heading}:\n${[...lines].map((line) => `- ${line}`).join('\n')}`);
  }
}

async function inTurn(...names) {
  for (const name of names) if (!(await run(name, 'pipe'))) return false;
  return true;
}

/** Runs a script of package.json; resolves to whether it passed. */
function run(name, stdio, args = []) {
  const began = performance.now();
  const child = spawn('npm', ['run', '-s', name, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, IDV_TEST_NOTES: notes },
    shell: process.platform === 'win32',
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      const report = `${said}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`;
      if (code === 0) process.stdout.write(report);
      else failures.push(report);
      resolve(code === 0);
    });
  });
}
