import { readFileSync } from 'node:fs';
import { openIndex } from '../../../src/screening/index/savedIndex.ts';
import { screen } from '../../../src/screening/search/screen.ts';
import type { Person } from '../../../src/screening/search/subject.ts';
import type { Block, Screened } from './screeningProcess.ts';
import { timesOf } from './screeningSpeed.ts';

/** The process of `screeningProcess`: opens a saved index and screens each block of people that it is told. */
const [saved = '', file = ''] = process.argv.slice(2);
const start = performance.now();
const index = await openIndex(saved);
if (!index) throw new Error('The saved index can’t be opened');
const loadSavedSeconds = Math.round(performance.now() - start) / 1000;
const people = JSON.parse(readFileSync(file, 'utf8')) as Person[];

process.on('message', async ({ from, to }: Block) => {
  const times = await timesOf(people.slice(from, to), (person) => void screen(index, { person }));
  const rssMb = Math.round(process.memoryUsage.rss() / 1e6);
  process.send!({ times, loadSavedSeconds, rssMb } satisfies Screened);
});
