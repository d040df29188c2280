import { startDocumentReader } from '../../../src/document/startDocumentReader.ts';

// A page that reads the picture of a document and shows its lines, to test the reader as built and served.
async function read(): Promise<object> {
  const reader = await startDocumentReader();
  const picture = await (await fetch('/document.png')).blob();
  const { draft, width } = await reader.next(await createImageBitmap(picture), '2026-11-23');
  const { isInWorker, isSlow } = reader;
  Object.assign(globalThis, { closeReader: () => reader.close() });
  return { lines: draft?.lines, width, isInWorker, isSlow };
}

read().then(
  (result) => document.body.append(JSON.stringify(result)),
  (error: { code?: string; message: string }) => document.body.append(`${error.code}: ${error.message}`),
);
