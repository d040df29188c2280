import { expect, test } from 'vitest';
import {
  createBarcodeReader,
  createDocumentReader,
  type DocumentReader,
  loadBarcodeFile,
  loadDocumentFiles,
} from '../../../src/document/index.ts';
import { readSides } from '../../../src/service/selfies/examine/readSides.ts';
import { createFaceEngine } from '../../../src/vision/index.ts';
import { faceEngineFiles } from '../../support/faceEngineFiles.ts';
import { filmedStill } from '../../support/filmedStill.ts';

test('a single still is read at two sizes, since the same pixels would agree with themselves', async () => {
  const faces = await createFaceEngine((await faceEngineFiles()).parts);
  const reader = await createDocumentReader(await loadDocumentFiles());
  const widths: number[] = [];
  const zones: DocumentReader = {
    memory: reader.memory,
    isSlow: reader.isSlow,
    reset: () => reader.reset(),
    next: (picture, asOf) => {
      widths.push(picture.width);
      return reader.next(picture, asOf);
    },
  };
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  const stills = [await filmedStill({ type: 'passport' })];
  const side = { side: 'front' as const, stills, trail: [] };
  const { sides } = await readSides(faces, { zones, barcodes }, [side], '2026-11-23');
  expect(widths).toEqual([1280, 1024]);
  expect(sides[0]!.zone).not.toBeNull();
});
