// Runs checks and tests: `check.mjs [--all | --changed[=COMMIT] | PART ...]`. Without an argument: the quick parts, or all where CI is set.
// What is short and needs one core runs side by side, and shows its output when it is done, or at the end when it failed; the tests have
// the machine to themselves. A stage that fails stops no other, but those that need what it makes. The last lines list the tests
// that failed or are flaky, what did not run and why, and each stage.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elsewhere, filesOf, filesOfBothDatabases, parts as unitParts } from '../test/support/tiers.ts';
import { isBuilt } from './isBuilt.mjs';

const root = join(import.meta.dirname, '..');
const notes = mkdtempSync(join(tmpdir(), 'idv-check-'));
// test/support/addNote.ts writes them.
const noteLists = [
  ['failed', 'Failed'],
  ['flaky', 'Flaky (failed, then passed when tried again)'],
  ['left-out', 'Could not run here'],
];
const CHECKS = 'checks';
const BROWSER = 'e2e';
const everyPart = [CHECKS, ...Object.keys(unitParts), BROWSER];

/** Whether a stage can be a process group of its own. */
const HAS_GROUPS = process.platform !== 'win32';
const running = new Set();
const failures = [];
/** Whether somebody interrupted: no other stage begins. */
let isEnding = false;
/** Each stage with what became of it. */
const stages = new Map();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    isEnding = true;
    for (const child of running) pass(signal, child);
  });

const { parts, isQuick, since } = plan(process.argv.slice(2));
await runStages();
for (const failure of failures) process.stdout.write(failure);
printNotes();
if (isQuick && !isEnding) await printLeftOut();
say(`\n${[...stages].map(([name, result]) => `${name} ${result}`).join('\n')}`);
rmSync(notes, { recursive: true });
process.exit([...stages.values()].every((result) => result.startsWith('passed')) ? 0 : 1);

/** Which parts run, and whether they run as in the quick tier. */
function plan(args) {
  const quick = [CHECKS, ...Object.keys(unitParts).filter((part) => unitParts[part].isQuick), BROWSER];
  const changed = /^--changed(?:=(.+))?$/.exec(args.length === 1 ? args[0] : '');
  if (changed) return { parts: quick, isQuick: true, since: changed[1] ?? branchPoint() };
  if (args.length === 0 && !process.env.CI) return { parts: quick, isQuick: true };
  if (args.length === 0 || (args.length === 1 && args[0] === '--all')) return { parts: everyPart };
  if (args.every((part) => everyPart.includes(part))) return { parts: args };
  process.stderr.write(
    `Usage: npm test [-- --all | --changed[=COMMIT] | PART ...]\nParts: ${everyPart.join(', ')}\n`,
  );
  process.exit(2);
}

/** Where this branch left `main`; on `main` itself, where nothing else is changed, the commit before. */
function branchPoint() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const main = ['main', 'origin/main'].find((name) =>
    git('branch', '--all', '--list', name, `remotes/${name}`),
  );
  const base = main ? git('merge-base', 'HEAD', main) : git('rev-parse', 'HEAD');
  return base === git('rev-parse', 'HEAD') && !git('status', '--porcelain') ? 'HEAD~1' : base;
}

async function runStages() {
  const projects = parts.filter((part) => part in unitParts);
  const hasBrowser = parts.includes(BROWSER) && !since;
  if (parts.includes(CHECKS)) await Promise.all([run('lint'), buildAndCheck()]);
  else if (!isBuilt(root)) await run('build');
  const needsBuild = (name, args) =>
    stages.get('build')?.startsWith('passed') !== false ? run(name, 'inherit', args) : skip(name);
  const selection = [
    ...projects.map((name) => `--project=${name}`),
    ...(since ? [`--changed=${since}`] : []),
  ];
  if (projects.length > 0) await needsBuild('unit', selection);
  if (hasBrowser) await needsBuild('e2e', isQuick ? ['--project=journeys'] : []);
}

async function buildAndCheck() {
  if (await run('build')) await run('package');
  else skip('package');
  await run('types');
}

function skip(name) {
  stages.set(name, `did not run: ${isEnding ? 'it was interrupted' : 'the build failed'}`);
  return false;
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}

function printNotes() {
  for (const [name, heading] of noteLists) {
    const file = join(notes, name);
    if (!existsSync(file)) continue;
    const lines = new Set(readFileSync(file, 'utf8').trim().split('\n'));
    say(`\n${heading}:\n${[...lines].map((line) => `- ${line}`).join('\n')}`);
  }
}

/** Names all that the quick tier leaves to continuous integration. */
async function printLeftOut() {
  say('\nLeft out (npm test -- --all runs it too, as continuous integration does):');
  for (const part of everyPart)
    if (!parts.includes(part)) leaveOut(part, filesOf(part).map(shortName), 'files');
  leaveOut('node', filesOfBothDatabases().map(shortName), 'files on PostgreSQL');
  if (since) say(`- tests that import no file that differs from ${since}, but read or start it: npm test`);
  leaveOut(BROWSER, await leftWays(), 'tests', '\n  ');
  say('Left out of both:');
  for (const [what, command] of elsewhere) say(`- ${what}: ${command}`);
}

function leaveOut(part, names, what, between = ', ') {
  say(`- ${part}, ${names.length} ${what}: npm test -- ${part}\n  ${names.join(between)}`);
}

function shortName(file) {
  return file.replace(/^test\/|(\.browser)?\.test\.ts$/g, '');
}

/** The end-to-end tests that do not run: those that are no journey, or all. */
async function leftWays() {
  const { status, out } = await start('e2e', 'pipe', ['--list', ...(since ? [] : ['--project=others'])]);
  const names = [...out.matchAll(/^ +\[(?:journeys|others)\] › (.+)$/gm)].map(([, name]) =>
    name.replace(/\.spec\.ts:\d+:\d+ ›/, ':'),
  );
  return status === 0 ? names : [`they cannot be listed: ${out}`];
}

/** Runs a script of package.json as a stage; resolves to whether it passed. */
async function run(name, stdio = 'pipe', args = []) {
  if (isEnding) return skip(name);
  const began = performance.now();
  const { status, out } = await start(name, stdio, args);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  stages.set(name, `${status === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
  const report = `${out}${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`;
  if (status === 0) process.stdout.write(report);
  else failures.push(report);
  return status === 0;
}

function start(name, stdio, args) {
  const child = spawn('npm', ['run', '-s', name, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, IDV_TEST_NOTES: notes, ...(isQuick && { TEST_TIER: 'quick' }) },
    shell: !HAS_GROUPS,
    detached: HAS_GROUPS,
  });
  running.add(child);
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
  return new Promise((resolve) => {
    child.on('close', (status) => {
      running.delete(child);
      resolve({ status, out });
    });
  });
}

/** Passes a signal to a stage and to all that it started, which npm alone would leave behind. */
function pass(signal, child) {
  if (HAS_GROUPS) process.kill(-child.pid, signal);
  else child.kill(signal);
}
