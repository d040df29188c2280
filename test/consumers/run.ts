import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../support/chromium.ts';
import { consume } from './consume.ts';
import { type Consumer, consumers } from './consumers.ts';
import { packTarball } from './support/packTarball.ts';
import { startApi } from './support/startApi.ts';

// Runs all consumers, or those whose names begin as the arguments do, and prints a table. Exits 1 if one fails.
const CACHE = join(import.meta.dirname, '../../.cache/consumers');
const wanted = process.argv.slice(2);
const nameOf = ({ app, variant }: Consumer) => (variant ? `${app} (${variant})` : app);
const chosen = consumers.filter(
  (one) => wanted.length === 0 || wanted.some((name) => nameOf(one).startsWith(name)),
);
if (chosen.length === 0) {
  process.stderr.write(`There is no such consumer; there are ${consumers.map(nameOf).join(', ')}.\n`);
  process.exit(1);
}

const { tarball } = packTarball(join(CACHE, 'tarball'));
const api = await startApi();
const browser = await launchChromium();
const rows: { name: string; seconds: number; frames: number; captures: number; outcome: string }[] = [];
try {
  for (const consumer of chosen) {
    const name = nameOf(consumer);
    process.stderr.write(`${name} …\n`);
    const began = performance.now();
    const row = await consume(consumer, { tarball, cache: CACHE, api, browser }).then(
      ({ events, notices, captures }) => ({
        captures,
        frames: events.filter((event) => event === 'idv-frame').length,
        outcome: notices.length > 0 ? `submitted, with ${notices.join()}` : 'submitted',
      }),
      (error: Error) => {
        process.stderr.write(`${error.message}\n`);
        return { frames: 0, captures: 0, outcome: `failed: ${error.message.split('\n')[0]!.slice(0, 90)}` };
      },
    );
    rows.push({ name, seconds: Math.round((performance.now() - began) / 1000), ...row });
  }
} finally {
  await browser.close();
  await api.stop();
  rmSync(tarball, { force: true });
}
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, seconds, frames, captures, outcome } of rows)
  process.stdout.write(
    `${name.padEnd(width)}  ${String(seconds).padStart(4)} s  ${String(frames).padStart(3)} frames  ${captures} ${captures === 1 ? 'capture ' : 'captures'}  ${outcome}\n`,
  );
process.exit(rows.every(({ outcome }) => outcome.startsWith('submitted')) ? 0 : 1);
