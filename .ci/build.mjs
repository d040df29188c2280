// Builds `dist`: `build.mjs [--served]`. With `--served` only what the service and the demo serve, which `npm start` waits for: the
// drop-in with the weights, pages and fonts that are made beside it, and the helper of the customer's server, not the other
// entries of the package, its types, nor what describes it to tools. What needs nothing of another part is made beside it.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteBuilt } from './isBuilt.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isServedAlone = process.argv[2] === '--served';

const began = new Date();
rmSync(join(root, 'dist'), { recursive: true, force: true });
mkdirSync(join(root, 'dist'));
// One after the other: the entries of the package take what the drop-in has made of the weights from its cache.
const scripts = async () =>
  (await program('vite', 'build', '--mode', 'cdn')) &&
  program('vite', 'build', ...(isServedAlone ? ['--mode', 'served'] : []));
const types = isServedAlone ? true : program('tsc', '-p', 'src/tsconfig.build.json');
// What the start of the service compiles as well is kept for it.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
const database = run(process.execPath, 'deploy/release/prepareDatabase.ts', 'dist/database.gz');
const results = await Promise.all([scripts(), types, database]);
if (!isServedAlone && results.every(Boolean)) results.push(await run(process.execPath, '.ci/describe.mjs'));
if (results.every(Boolean)) noteBuilt(root, began);
process.exit(results.every(Boolean) ? 0 : 1);

/** Runs a program of an installed package. @returns whether it succeeded. */
function program(name, ...args) {
  return run(
    join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name),
    ...args,
  );
}

function run(file, ...args) {
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`${file}: ${error.message}\n`);
      resolve(false);
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}
