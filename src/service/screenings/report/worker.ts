import { parentPort, workerData } from 'node:worker_threads';
import type { AmlReport } from '../../../contract/amlReport.ts';
import { FontSet } from './fonts/FontSet.ts';
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
  const fontSet = fontSetOf(fonts);
  return fontSet ? { pdf: new Uint8Array(await reportPdf(report, fontSet)) } : { error: 'fonts_missing' };
}

function fontSetOf(folder: string): FontSet | null {
  try {
    return new FontSet(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
