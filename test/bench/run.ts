import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

/**
 * Runs one benchmark, `node test/bench/run.ts NAME [--keep]`, and prints its measurements as one JSON object. Each is a
 * file next to this one whose default export returns the figures. With `--keep` they are also written to
 * `figures/NAME.json`, with date, commit, machine and command; the figures on the demo's front page are checked against these
 * files.
 */
const [name = '', ...more] = process.argv.slice(2).filter((arg) => arg !== '--keep');
const file = new URL(`./${name}.ts`, import.meta.url);
if (!/^[a-z]+$/i.test(name) || name === 'run' || !existsSync(file)) {
  process.stderr.write(`There is no benchmark called "${name}".\n`);
  process.exit(1);
}
const { default: bench } = (await import(file.href)) as { default: () => Promise<object> };
const figures = await bench();
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (process.argv.includes('--keep')) {
  const record = {
    command: `npm run -s bench -- ${[name, ...more].join(' ')}`,
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
    figures,
  };
  writeFileSync(new URL(`./figures/${name}.json`, import.meta.url), `${JSON.stringify(record, null, 2)}\n`);
}
