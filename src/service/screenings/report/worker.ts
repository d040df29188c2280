import { parentPort, workerData } from 'node:worker_threads';
import type { AmlReport } from '../../../contract/amlReport.ts';
import { FontShelf } from './fonts/FontShelf.ts';
import { reportPdf } from './pdf/reportPdf.ts';

export interface PrintJob {
  report: AmlReport;
  /** The folder of the fonts. */
  fonts: string;
}

export type PrintAnswer = { pdf: Uint8Array } | { error: 'fonts_missing' };

const { report, fonts } = workerData as PrintJob;

parentPort?.postMessage(await print());

async function print(): Promise<PrintAnswer> {
  const shelf = shelfOf(fonts);
  return shelf ? { pdf: new Uint8Array(await reportPdf(report, shelf)) } : { error: 'fonts_missing' };
}

function shelfOf(folder: string): FontShelf | null {
  try {
    return new FontShelf(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
