import { existsSync } from 'node:fs';

/**
 * Runs one benchmark, `node test/bench/run.ts NAME`, and prints its measurements as one JSON object. Each is a file
 * beside this one whose default export returns the figures.
 */
const name = process.argv[2] ?? '';
const file = new URL(`./${name}.ts`, import.meta.url);
if (!/^[a-z]+$/.test(name) || name === 'run' || !existsSync(file)) {
  process.stderr.write(`There is no benchmark called "${name}".\n`);
  process.exit(1);
}
const { default: bench } = (await import(file.href)) as { default: () => Promise<object> };
process.stdout.write(`${JSON.stringify(await bench())}\n`);
