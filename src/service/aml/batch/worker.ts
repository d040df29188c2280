import { parentPort, workerData } from 'node:worker_threads';
import { type ColumnLayout, type Dataset, opened } from '../index/screeningIndex.ts';
import type { ScreenOptions } from '../screen.ts';
import { screenRow } from './screenRow.ts';

/** What a worker is started with; the buffer is shared, not copied. */
export interface WorkerData {
  dataset: Dataset;
  layout: ColumnLayout[];
  buffer: SharedArrayBuffer;
  options: ScreenOptions;
}

const { dataset, layout, buffer, options } = workerData as WorkerData;
const index = opened(dataset, layout, buffer);

parentPort?.on('message', (rows: string[]) => {
  parentPort?.postMessage(rows.map((row) => screenRow(index, row, options)));
});
