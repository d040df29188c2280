import { readFileSync } from 'node:fs';
import { openIndex } from '../../../src/screening/index/savedIndex.ts';
import type { Person } from '../../../src/screening/search/subject.ts';
import { screeningSpeed } from './screeningSpeed.ts';

/** A process of its own, so that its memory is that of an index in use: opens a saved one and screens. */
const [saved = '', people = ''] = process.argv.slice(2);
const start = performance.now();
const index = await openIndex(saved);
if (!index) throw new Error('The saved index can’t be opened');
const loadSavedSeconds = Math.round(performance.now() - start) / 1000;
const speed = screeningSpeed(index, JSON.parse(readFileSync(people, 'utf8')) as Person[]);
const rssMb = Math.round(process.memoryUsage.rss() / 1e6);
process.stdout.write(JSON.stringify({ ...speed, loadSavedSeconds, rssMb }));
