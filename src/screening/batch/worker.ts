import { parentPort, workerData } from 'node:worker_threads';
import { type ColumnLayout, type Dataset, opened } from '../index/screeningIndex.ts';
import type { ScreenOptions } from '../search/screen.ts';
import { type AnswerStamp, answerText, type BatchFormat, type BatchRow, screenRow } from './screenRow.ts';

/** The start data of a worker. The buffer is shared, not copied. */
export interface WorkerData {
  dataset: Dataset;
  layout: ColumnLayout[];
  buffer: SharedArrayBuffer;
  options: ScreenOptions;
  stamp: AnswerStamp;
  format: BatchFormat;
}

/** The results of some rows as output text, and the errors of invalid rows. */
export interface WorkerAnswer {
  text: string;
  errors: string[];
}

const { dataset, layout, buffer, options, stamp, format } = workerData as WorkerData;
const index = opened(dataset, layout, buffer);

parentPort?.on('message', (rows: BatchRow[]) => {
  const answers = rows.map((row) => screenRow(index, row, options));
  const message: WorkerAnswer = {
    text: answers.map((answer) => answerText(answer, stamp, format)).join(''),
    errors: answers.flatMap(({ id, error }) => (error ? [`${id ?? 'a row without id'}: ${error}`] : [])),
  };
  parentPort?.postMessage(message);
});
