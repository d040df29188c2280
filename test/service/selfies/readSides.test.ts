import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  type BarcodeReader,
  createBarcodeReader,
  createDocumentReader,
  type DocumentReader,
  loadBarcodeFile,
  loadDocumentFiles,
} from '../../../src/document/index.ts';
import { createTaskHandler } from '../../../src/service/selfies/examine/createTaskHandler.ts';
import { DecodedPictures } from '../../../src/service/selfies/examine/decodePicture.ts';
import { readSides } from '../../../src/service/selfies/examine/readSides.ts';
import type { DocumentFiles } from '../../../src/service/selfies/examiner.ts';
import { createFaceEngine } from '../../../src/vision/index.ts';
import { card, mirela, passport } from '../../document/support/zoneStrings.ts';
import { documentJpeg } from '../../support/documentPictures.ts';
import { faceEngineFiles } from '../../support/faceEngineFiles.ts';
import { faceJpeg } from '../../support/faces.ts';
import { filmedStill } from '../../support/filmedStill.ts';

const asked = (side: DocumentFiles) => ({
  files: [side],
  asOf: '2026-11-23',
  decoded: new DecodedPictures(),
});

test('a single still is read at two sizes, since the same pixels would agree with themselves', async () => {
  const faces = await createFaceEngine((await faceEngineFiles()).parts);
  const reader = await createDocumentReader(await loadDocumentFiles());
  const widths: number[] = [];
  const zones: DocumentReader = {
    memory: reader.memory,
    isSlow: reader.isSlow,
    reset: () => reader.reset(),
    resetReading: () => reader.resetReading(),
    next: (picture, asOf) => {
      widths.push(picture.width);
      return reader.next(picture, asOf);
    },
  };
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  const stills = [await filmedStill({ type: 'passport' })];
  const side = { side: 'front' as const, stills, trail: [] };
  const { sides } = await readSides(faces, { zones, barcodes }, asked(side));
  expect(widths).toEqual([1280, 1024]);
  expect(sides[0]!.zone).not.toBeNull();
});

test.each([
  ['Romania', 'ROU', 0],
  ['the United States, whose enhanced licences have a zone as well', 'USA', 1],
])('a barcode beside the zone of a card of %s', async (_, state, looks) => {
  const faces = await createFaceEngine((await faceEngineFiles()).parts);
  const zones = await createDocumentReader(await loadDocumentFiles());
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  let count = 0;
  const counting: BarcodeReader = {
    read: (picture) => {
      count++;
      return barcodes.read(picture);
    },
  };
  const stills = [await documentJpeg({ lines: card({ ...mirela, state, nationality: state }) }, null)];
  const side = { side: 'back' as const, stills, trail: [] };
  const { sides } = await readSides(faces, { zones, barcodes: counting }, asked(side));
  expect(sides[0]!.zone?.issuingState).toBe(state);
  expect(count).toBe(looks);
});

test('a still that was decoded at its arrival is not decoded again', async () => {
  const faces = await createFaceEngine((await faceEngineFiles()).parts);
  const zones = await createDocumentReader(await loadDocumentFiles());
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  const decoded = new DecodedPictures();
  const examiner = createTaskHandler(faces, decoded, async () => ({ zones, barcodes }));
  const stills = [await filmedStill({ type: 'passport' })];
  await examiner.inspect(stills[0]!, 'document');
  expect(decoded.bytes).toBe(1280 * 720 * 3);
  const read = await examiner.readDocument([{ side: 'front', stills, trail: [] }], '2026-11-23');
  expect(read!.sides[0]!.zone).not.toBeNull();
  expect([decoded.bytes, decoded.countMissed()]).toEqual([0, 0]);
});

test('the distance of the lines of a zone is measured alike on a wide and on a tall picture', async () => {
  const faces = await createFaceEngine((await faceEngineFiles()).parts);
  const zones = await createDocumentReader(await loadDocumentFiles());
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  for (const size of [
    { width: 1280, height: 720 },
    { width: 900, height: 1280 },
  ]) {
    const stills = [await filmedStill({ type: 'passport' }, size)];
    const { sides } = await readSides(
      faces,
      { zones, barcodes },
      asked({ side: 'front', stills, trail: [] }),
    );
    expect(Math.abs(sides[0]!.signals.lineSpacing! - 2.5), JSON.stringify(size)).toBeLessThan(0.15);
  }
});

/** A page at the left of a picture, with a face at its right. */
async function pageBesideFace(page: Buffer): Promise<Buffer> {
  return await sharp({ create: { width: 1570, height: 700, channels: 3, background: '#707a70' } })
    .composite([
      { input: page, left: 0, top: 0 },
      { input: await faceJpeg({}, 1), left: 930, top: 100 },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();
}

test.each([
  ['covered', null, 'absent'],
  ['in sight', 0 as const, 'usable'],
])('a face beside a passport whose portrait is %s is not its portrait', async (_, person, use) => {
  const faces = await createFaceEngine((await faceEngineFiles()).parts);
  const zones = await createDocumentReader(await loadDocumentFiles());
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  const stills = [await pageBesideFace(await documentJpeg({ lines: passport(mirela) }, person))];
  const { sides, portrait } = await readSides(
    faces,
    { zones, barcodes },
    asked({ side: 'front', stills, trail: [] }),
  );
  expect(sides[0]!.zone).not.toBeNull();
  expect(portrait.use).toBe(use);
});
