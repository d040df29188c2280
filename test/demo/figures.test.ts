import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figures, runs } from '../../demo/figures.ts';
import { leaveOut } from '../support/leaveOut.ts';
import { openBank, visitor } from './bank.ts';

interface Measured {
  command: string;
  /** Of the code that was measured. */
  commit?: string;
  date: string;
  machine: string;
  figures: Record<string, unknown>;
}

const readMeasured = (benchmark: string): Measured =>
  JSON.parse(readFileSync(new URL(`../bench/figures/${benchmark}.json`, import.meta.url), 'utf8'));

test.each(figures)('$benchmark $path is in its benchmark file, with day, machine and command', (figure) => {
  const { benchmark, path, shown } = figure;
  const { command, date, machine, figures: measured } = readMeasured(benchmark);
  expect(runs[benchmark]).toEqual({ command, date, machine });
  const value = path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], measured);
  const decimals = shown.split('.')[1]?.length ?? 0;
  expect((value as number).toFixed(decimals)).toBe(shown);
});

test('the front page shows only these figures, each with its source', async () => {
  const { siteUrl } = await openBank();
  const html = await (await visitor(siteUrl)('/')).text();
  const numbers = [...html.matchAll(/class="number">([^<]+)</g)].map(([, number]) => number);
  expect(numbers).toEqual(figures.map(({ shown }) => shown));
  for (const { command, date, machine } of Object.values(runs)) {
    for (const fact of [command, date, machine]) expect(html).toContain(fact);
  }
});

const { commit } = readMeasured('demo');
const isInHistory = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0;
if (!isInHistory) leaveOut('The comparison of the demo’s figures with its commits', 'git fetch --unshallow');

test.runIf(isInHistory)(
  'nothing that the demo’s figures measure has changed since the commit that they name',
  () => {
    // `figures.ts` holds the figures themselves.
    const measured = ['demo', 'public', ':!demo/figures.ts'];
    const changes = execFileSync('git', ['log', '--format=%h %s', `${commit}..HEAD`, '--', ...measured], {
      encoding: 'utf8',
    });
    expect(changes, 'npm run -s bench -- demo --keep').toBe('');
  },
);
