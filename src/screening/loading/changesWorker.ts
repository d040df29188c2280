import { parentPort, workerData } from 'node:worker_threads';
import { indexChanges } from '../index/indexChanges.ts';
import { opened } from '../index/screeningIndex.ts';
import type { IndexParts } from './changedEntities.ts';

const [before, after] = (workerData as [IndexParts, IndexParts]).map(({ dataset, layout, buffer }) =>
  opened(dataset, layout, buffer),
);
const { added, changed } = indexChanges(before!, after!);
parentPort?.postMessage([...added, ...changed]);
