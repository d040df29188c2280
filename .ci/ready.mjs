#!/usr/bin/env node
// Makes a fresh clone ready and runs a program in it: `ready.mjs [--build | --served] [FILE [ARG ...]]`.
// Installs what the lock file names if that is not there yet, builds if asked to and anything changed, then starts FILE on
// the Node that the lock file brings. With `--served` a fresh clone gets what the demo and its build need, half of all tools, and
// builds what is served; whatever needs more adds the rest. Runs on any Node from 20.19, and says what to install where the lock
// file brings none; what it reports goes to stderr.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './isBuilt.mjs';
import { nodeProblem } from './nodeProblem.mjs';
import { usersOf } from './usersOf.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.ready');
const parent = process.ppid;
/** In the stamp of an installation without the tools of the tests. */
const PART = 'part';
const args = process.argv.slice(2);
const served = args[0] === '--served';
const build = served || args[0] === '--build';
if (build) args.shift();

const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'src/service/package.json'), 'utf8'));
const problem = nodeProblem({
  platform: process.platform,
  arch: process.arch,
  version: process.versions.node,
  brought: Object.keys(optionalDependencies),
});
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
const [known, share] = before?.split(' ') ?? [];
// What somebody has installed by hand stays whole.
const isPart = served && (before === null ? !existsSync(join(root, 'node_modules')) : share === PART);
if (known !== lock || (share === PART && !served)) {
  rmSync(stamp, { force: true });
  // Where an earlier lock file was installed completely, only what changed is.
  const install = before === null ? ['ci'] : ['install', '--no-save'];
  const omit = isPart ? ['--omit=dev'] : [];
  npm('Installing dependencies', [...install, ...omit, '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, isPart ? `${lock} ${PART}` : lock);
}
const inUse = join(root, '.cache', 'in-use');
if (build && !isBuilt(root, { served })) {
  // A build empties `dist` first, and whoever serves from it would answer with nothing meanwhile.
  const [user] = usersOf(inUse);
  if (user && existsSync(join(root, 'dist/cdn')))
    process.stderr.write(
      `Not built again: ${user.name} (process ${user.pid}) serves what is built. End it to see your changes.\n`,
    );
  else npm('Building', ['run', '-s', 'build', ...(served ? ['--', '--served'] : [])]);
}
if (args.length > 0) start(args);

function npm(what, command) {
  process.stderr.write(`${what} …\n`);
  const done = spawnSync('npm', command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout}${done.stderr}\n${what} failed: npm ${command.join(' ')}\n`);
  process.exit(1);
}

// npm runs a script in a shell, which dies of a SIGTERM without passing it on: without its parent this process ends too.
function start([file, ...rest]) {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const node = existsSync(own) ? own : process.execPath;
  // What was compiled once is read the next time, by each process and thread: most of a start is compiling.
  const env = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env };
  const child = spawn(node, [join(root, file), ...rest], { stdio: 'inherit', env });
  const note = join(inUse, `${child.pid}`);
  if (build) {
    mkdirSync(inUse, { recursive: true });
    writeFileSync(note, file);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill();
  }, 300);
  if (!process.env.npm_lifecycle_event) clearInterval(watch);
  child.on('exit', (code, signal) => {
    rmSync(note, { force: true });
    process.exit(code ?? (signal ? 1 : 0));
  });
}
