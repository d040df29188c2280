import { beforeAll, expect, test } from 'vitest';
import type { Expectation } from '../../src/document/documentReader.ts';
import {
  createDocumentReader,
  type DocumentNotice,
  type DocumentReader,
  loadDocumentFiles,
} from '../../src/document/index.ts';
import { drawDocument, type TestDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';
import type { Picture } from '../../src/vision/picture.ts';
import { drawPage } from './support/drawnPage.ts';
import { passport } from './support/zoneStrings.ts';

const TODAY = '2026-11-23';
let reader: DocumentReader;

beforeAll(async () => {
  reader = await createDocumentReader(await loadDocumentFiles());
});

const small = { width: 960, height: 540 };

function noticesOf(shown: TestDocument, hold: Hold, expects: Expectation = {}): (DocumentNotice | null)[] {
  const page = drawDocument(shown);
  reader.reset();
  return [0, 1, 2].map(
    (i) => reader.next(filmDocument(page, { ...small, ...hold }, i / 8), TODAY, expects).notice,
  );
}

const bothWays = [{ isFilm: false }, { isFilm: true }];

test.each<[string, Hold]>([
  ['straight', { fill: 0.8 }],
  ['turned', { roll: 16, fill: 0.6 }],
  ['swung', { yaw: -18, fill: 0.7 }],
  ['upside down', { roll: 175 }],
])('where a zone is wanted, a side without one is noticed after three frames: %s', (_, hold) => {
  for (const expects of bothWays)
    for (const type of ['id_card', 'driving_licence'] as const)
      expect(noticesOf({ type }, hold, expects)).toEqual([null, null, 'other_side']);
});

test('in a film it is noticed after three searches, which may take more frames', () => {
  const frame = drawPage({ lines: passport(), yaw: 45 });
  const noticesOfFrames = (expects: Expectation) => {
    reader.reset();
    return Array.from({ length: 24 }, () => reader.next(frame, TODAY, expects).notice);
  };
  expect(noticesOfFrames({}).indexOf('other_side')).toBe(2);
  expect(noticesOfFrames({ isFilm: true }).indexOf('other_side')).toBeGreaterThan(3);
});

test('once noticed, it does not cover that the right side is cut off or blurred, and is counted anew after that', () => {
  const front = filmDocument(drawDocument({ type: 'id_card' }), { ...small, fill: 0.8 }, 0);
  const lines = passport();
  for (const [hint, wrong] of [
    ['cut_off', drawPage({ lines, x: 0.2 })],
    ['blurred', drawPage({ lines, blur: 4 })],
  ] as const) {
    reader.reset();
    for (const _ of [1, 2]) reader.next(front, TODAY);
    expect(reader.next(front, TODAY)).toMatchObject({ hint: 'not_found', notice: 'other_side' });
    expect(reader.next(wrong, TODAY)).toMatchObject({ hint, notice: null });
    expect(reader.next(front, TODAY)).toMatchObject({ hint: 'not_found', notice: null });
  }
});

test('where none is wanted, a zone is noticed at once', () => {
  const back: TestDocument = { type: 'id_card', side: 'back' };
  for (const { isFilm } of bothWays) {
    const expects = { zone: false, isFilm };
    expect(noticesOf(back, {}, expects)).toEqual(['other_side', 'other_side', 'other_side']);
    expect(noticesOf({ type: 'id_card' }, {}, expects)).toEqual([null, null, null]);
  }
});

test('a lamp on the portrait is said, though the zone can be read, and blocks nothing', () => {
  const passport = drawDocument({ type: 'passport' });
  const frame = (i: number) => lamp(filmDocument(passport, { shake: 0.3 }, i / 8), [0.28, 0.45]);
  reader.reset();
  expect(reader.next(frame(0), TODAY)).toMatchObject({ hint: 'glare', draft: { doubts: [] } });
  expect(reader.next(frame(1), TODAY).reading).not.toBeNull();
  reader.reset();
  const elsewhere = lamp(filmDocument(passport, { shake: 0.3 }, 0), [0.66, 0.4]);
  expect(reader.next(elsewhere, TODAY).hint).toBe('hold_still');
});

function lamp(picture: Picture, [x, y]: [number, number]): Picture {
  const { width, height, data } = picture;
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += 4)
      if (Math.hypot(column / width - x, (row / height - y) * 0.56) < 0.1) data.fill(255, at, at + 4);
  return picture;
}

test('an empty table is not another side', () => {
  for (const expects of bothWays)
    expect(noticesOf({ type: 'passport' }, { x: 3 }, expects)).toEqual([null, null, null]);
});

test.each(bothWays)(
  'two documents on the table: said, and nothing read until one is taken away: %o',
  (expects) => {
    const one = drawDocument({ type: 'id_card', side: 'back' });
    const other = drawDocument({
      type: 'id_card',
      side: 'back',
      holder: { number: 'AB1234567', familyName: 'Lind' },
    });
    const half = { width: 640, height: 720, fill: 0.95, shake: 0 };
    const both = beside(filmDocument(one, half, 0), filmDocument(other, half, 0));
    reader.reset();
    for (let i = 0; i < 3; i++) expect(reader.next(both, TODAY, expects).reading).toBeNull();
    expect(reader.next(both, TODAY, expects).notice).toBe('two_documents');
    const alone = filmDocument(one, { ...half, fill: 0.9 }, 1);
    reader.reset();
    const answers = [0, 1, 2].map(() => reader.next(alone, TODAY, expects));
    expect(answers.at(-1)).toMatchObject({ notice: null, reading: { doubts: [] } });
  },
);

test('two documents are told at once where no other picture follows', () => {
  const [one, other] = ['AB1234567', 'CD7654321'].map((number) =>
    filmDocument(
      drawDocument({ type: 'id_card', side: 'back', holder: { number, familyName: 'Lind' } }),
      { width: 640, height: 720, fill: 0.95, shake: 0 },
      0,
    ),
  ) as [Picture, Picture];
  const noticeOf = (picture: Picture, expects: Expectation) => {
    reader.reset();
    return reader.next(picture, TODAY, expects).notice;
  };
  expect(noticeOf(beside(one, other), { isOnly: true })).toBe('two_documents');
  expect(noticeOf(beside(one, other), {})).toBeNull();
  expect(noticeOf(one, { isOnly: true })).toBeNull();
});

function beside(left: Picture, right: Picture): Picture {
  const [width, row] = [left.width + right.width, 4 * left.width];
  const data = new Uint8ClampedArray(4 * width * left.height);
  for (let y = 0; y < left.height; y++) {
    data.set(left.data.subarray(row * y, row * (y + 1)), 4 * width * y);
    data.set(right.data.subarray(row * y, row * (y + 1)), 4 * width * y + row);
  }
  return { width, height: left.height, data, channels: 4 };
}
