import { parentPort, workerData } from 'node:worker_threads';
import type { AmlReport } from '../../../contract/amlReport.ts';
import { FontSet } from './fonts/FontSet.ts';
import { documentPdf, type PlainDocument } from './pdf/documentPdf.ts';
import { reportPdf } from './pdf/reportPdf.ts';

export interface PrintJob {
  printed: Printed;
  /** The folder of the fonts. */
  fonts: string;
}

/** What is printed: the report of a screening, or a document of sections. */
export type Printed = { report: AmlReport } | { document: PlainDocument };

export type PrintAnswer = { pdf: Uint8Array } | { error: 'fonts_missing' };

const { printed, fonts } = workerData as PrintJob;

parentPort?.postMessage(await print());

async function print(): Promise<PrintAnswer> {
  const fontSet = fontSetOf(fonts);
  if (!fontSet) return { error: 'fonts_missing' };
  const pdf =
    'report' in printed ? reportPdf(printed.report, fontSet) : documentPdf(printed.document, fontSet);
  return { pdf: new Uint8Array(await pdf) };
}

function fontSetOf(folder: string): FontSet | null {
  try {
    return new FontSet(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
