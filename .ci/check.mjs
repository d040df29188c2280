// Runs every check and test. What is short and needs one core runs side by side, and shows what it said when it is
// done; the tests have the machine to themselves. What could not run here is said in the last lines.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const notes = mkdtempSync(join(tmpdir(), 'idv-check-'));
// test/support/leaveOut.ts writes it.
const leftOut = join(notes, 'left-out');
const running = new Set();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });

const sideBySide = await Promise.all([inTurn('lint'), inTurn('build', 'package', 'types')]);
const passed = sideBySide.every(Boolean) && (await run('unit', 'inherit')) && (await run('e2e', 'inherit'));
sayWhatIsLeftOut();
rmSync(notes, { recursive: true });
process.exit(passed ? 0 : 1);

function sayWhatIsLeftOut() {
  if (!existsSync(leftOut)) return;
  const lines = new Set(readFileSync(leftOut, 'utf8').trim().split('\n'));
  process.stdout.write(`\nNot everything ran:\n${[...lines].map((line) => `- ${line}\n`).join('')}`);
}

async function inTurn(...names) {
  for (const name of names) if (!(await run(name, 'pipe'))) return false;
  return true;
}

/** Runs a script of package.json; resolves to whether it passed. */
function run(name, stdio) {
  const began = performance.now();
  const child = spawn('npm', ['run', '-s', name], {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, IDV_LEFT_OUT: leftOut },
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
      process.stdout.write(`${said}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
      resolve(code === 0);
    });
  });
}
