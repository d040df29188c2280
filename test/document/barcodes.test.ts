import { beforeAll, describe, expect, test } from 'vitest';
import {
  type BarcodeReader,
  createBarcodeReader,
  loadBarcodeFile,
  parseLicence,
} from '../../src/document/index.ts';
import { drawDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';
import { testHolder } from '../../src/testdocument/testHolder.ts';
import { drawPage } from './support/drawnPage.ts';
import { passport } from './support/zoneStrings.ts';

let reader: BarcodeReader;

beforeAll(async () => {
  reader = await createBarcodeReader(await loadBarcodeFile());
});

const { number } = testHolder();
const back = drawDocument({ type: 'driving_licence', side: 'back' });

test('the barcode of a drawn licence', async () => {
  expect(parseLicence((await reader.read(back))!)).toMatchObject({ ok: true, number });
});

describe('held before a camera of 1920 x 1080', () => {
  const holds: [string, Hold][] = [
    ['straight', {}],
    ['turned by 12 degrees', { roll: 12 }],
    ['upside down', { roll: 183 }],
    ['on its side', { roll: 88, fill: 0.55 }],
    ['swung and tipped by 8 degrees', { yaw: 8, tip: -8 }],
    ['dark and noisy', { light: 0.5, noise: 6 }],
  ];

  test.each(holds)('%s', async (_, hold) => {
    const frame = filmDocument(back, { width: 1920, height: 1080, fill: 0.8, shake: 0, ...hold }, 0.4);
    expect(parseLicence((await reader.read(frame)) ?? '')).toMatchObject({ ok: true, number });
  });
});

test('a page without a barcode has none', async () => {
  expect(await reader.read(drawPage({ lines: passport() }))).toBeNull();
});

test('a file that is not the reader is refused with a code', async () => {
  await expect(createBarcodeReader(new Uint8Array(8))).rejects.toMatchObject({
    code: 'barcodes_unavailable',
  });
});
