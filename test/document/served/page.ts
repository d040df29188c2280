import { startBarcodeReader } from '../../../src/document/startBarcodeReader.ts';
import { startDocumentReader } from '../../../src/document/startDocumentReader.ts';

// A page that reads the picture of a document and shows its lines, or what its barcode says, to test the readers as built and
// served.
async function read(): Promise<object> {
  const reader = await startDocumentReader();
  const picture = await (await fetch('/document.png')).blob();
  const { draft, width } = await reader.next(await createImageBitmap(picture), '2026-11-23');
  const { isInWorker, isSlow } = reader;
  Object.assign(globalThis, { closeReader: () => reader.close() });
  return { lines: draft?.lines, width, isInWorker, isSlow };
}

async function readBarcode(): Promise<object> {
  const reader = await startBarcodeReader();
  const picture = await (await fetch('/licence.png')).blob();
  const licence = await reader.read(await createImageBitmap(picture));
  Object.assign(globalThis, { closeReader: () => reader.close() });
  return { licence, reads: reader.reads };
}

/** A browser that reads PDF417 itself, as Chrome does on Android. */
async function haveDetector(): Promise<void> {
  const rawValue = await (await fetch('/licence.txt')).text();
  class BarcodeDetector {
    static getSupportedFormats = async () => ['pdf417'];
    detect = async () => [{ rawValue }];
  }
  Object.assign(globalThis, { BarcodeDetector });
}

const ways: Record<string, () => Promise<object>> = {
  '#barcode': readBarcode,
  '#detector': () => haveDetector().then(readBarcode),
};
(ways[location.hash] ?? read)().then(
  (result) => document.body.append(JSON.stringify(result)),
  (error: { code?: string; message: string }) => document.body.append(`${error.code}: ${error.message}`),
);
