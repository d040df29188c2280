import { beforeAll, describe, expect, test } from 'vitest';
import { pyramidOf } from '../../src/document/find/grey.ts';
import { createDocumentReader, type DocumentReader, loadDocumentFiles } from '../../src/document/index.ts';
import { CharacterNet } from '../../src/document/read/CharacterNet.ts';
import { followedZone, readZone } from '../../src/document/readZone.ts';
import type { Picture } from '../../src/vision/picture.ts';
import { type DrawnPage, drawPage } from './support/drawnPage.ts';
import { card, passport } from './support/zoneStrings.ts';

const TODAY = '2026-11-23';
let reader: DocumentReader;

beforeAll(async () => {
  reader = await createDocumentReader(await loadDocumentFiles());
});

const passportLines = passport({ optional: 'ZE184226B', names: 'VAN<DER<MUELLEN<<MARTIN<GEORG' });
const cardLines = card({ number: 'D23145890' });
const fresh = (page: DrawnPage) => {
  reader.reset();
  return reader.next(drawPage(page), TODAY);
};

describe('a page is read in any pose', () => {
  const poses: [string, Partial<DrawnPage>][] = [
    ['straight', {}],
    ['upside down', { roll: 180 }],
    ['on its side', { roll: 90, fill: 0.55 }],
    ['turned by 25 degrees', { roll: 25, fill: 0.6 }],
    ['swung by 25 degrees', { yaw: 25 }],
    ['tipped by 30 degrees, upside down', { tip: 30, roll: 200, fill: 0.6 }],
    ['small', { fill: 0.45 }],
    ['dark and pale', { light: 0.35, ink: 0.5 }],
    ['with blur', { blur: 2 }],
  ];

  test.each(poses)('%s', (_, pose) => {
    for (const lines of [passportLines, cardLines])
      expect(fresh({ lines, seed: 3, ...pose }).draft?.lines).toEqual(lines);
  });

  test('a card that is bent', () => {
    expect(fresh({ lines: cardLines, bend: 3 }).draft?.lines).toEqual(cardLines);
  });
});

test('where the zone and its page are is told', () => {
  const { geometry } = fresh({ lines: passportLines });
  expect(geometry!.turned % 359).toBeLessThanOrEqual(1);
  expect(geometry!.pitch).toBeCloseTo((960 * 0.85 * 2.54) / 125, 0);
  // The page is 125 mm wide and fills 85 % of the picture.
  const [upperLeft, upperRight, lowerRight] = geometry!.page;
  expect(Math.abs(upperLeft[0] - 72)).toBeLessThan(30);
  expect(Math.abs(upperRight[0] - 888)).toBeLessThan(30);
  expect(Math.abs(lowerRight[1] - (270 + 287))).toBeLessThan(30);
  expect(fresh({ lines: passportLines, roll: 180 }).geometry!.turned).toBeCloseTo(180, -1);
});

test('pixels with and without transparency have the same lumas in all sizes', () => {
  const { width, height, data } = drawPage({ lines: cardLines, width: 961, height: 541 });
  const wide = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) wide.set(data.subarray(3 * i, 3 * i + 3), 4 * i);
  const lumas = (channels: 3 | 4, pixels: Picture['data']) =>
    pyramidOf({ width, height, data: pixels, channels }).map((level) => level.data);
  const plain = lumas(3, data);
  expect(lumas(4, wide)).toEqual(plain);
  expect(plain.map(({ length }) => length)).toEqual([961 * 541, 480 * 270, 240 * 135]);
  const [a, b, c, d] = [0, 1, 961, 962].map((at) => plain[0]![480 * 961 + 700 + at]!) as number[];
  expect(Math.abs(plain[1]![240 * 480 + 350]! - (a! + b! + c! + d!) / 4)).toBeLessThanOrEqual(1);
});

describe('frames', () => {
  test('names are taken as soon as two frames agree on them', () => {
    reader.reset();
    const first = reader.next(drawPage({ lines: passportLines, seed: 1 }), TODAY);
    expect(first).toMatchObject({ reading: null, hint: 'hold_still' });
    const second = reader.next(drawPage({ lines: passportLines, seed: 2, x: 0.01 }), TODAY);
    expect(second.hint).toBeNull();
    expect(second.reading).toMatchObject({ lines: passportLines, frames: 2, doubts: [] });
    expect(second.reading!.zone).toMatchObject({ ok: true, number: 'L898902C3', givenName: 'MARTIN GEORG' });
  });

  test('a page is followed from frame to frame, and left when it is gone', async () => {
    const { kernels, characters } = await loadDocumentFiles();
    const { instance } = await WebAssembly.instantiate(kernels);
    const net = new CharacterNet(instance, characters);
    for (const lines of [passportLines, cardLines]) {
      const levels = (pose: Partial<DrawnPage>) => pyramidOf(drawPage({ lines, ...pose }));
      const zone = readZone(levels({ roll: 3 }), net, null).zone!;
      const moved = followedZone(levels({ roll: 4, x: 0.005, y: -0.008, fill: 0.84 }), net, zone);
      expect(moved?.decoded.lines).toEqual(lines);
      expect(followedZone(levels({ roll: 3, y: 0.3 }), net, zone)).toBeNull();
      expect(followedZone(levels({ roll: 183 }), net, zone)).toBeNull();
    }
  });

  test('another document starts anew', () => {
    reader.reset();
    reader.next(drawPage({ lines: passportLines }), TODAY);
    const other = passport({ names: 'LIND<<KARIN', number: 'X12345678', birth: '900102', expiry: '300405' });
    expect(reader.next(drawPage({ lines: other }), TODAY)).toMatchObject({
      reading: null,
      draft: { frames: 1, lines: other },
    });
  });

  test('other pictures of the page are read on their own, from where the zone was', () => {
    const number = { optional: 'ZE184226B', names: 'VAN<DER<MUELLEN<<MARTIN<GEORG', number: 'L898902D4' };
    const other = passport(number);
    const small = { width: 800, height: 450 };
    const draftOf = (page: DrawnPage) =>
      reader.next(drawPage({ ...small, ...page }), TODAY, { isDraft: true });
    fresh({ lines: passportLines });
    reader.resetReading();
    expect(draftOf({ lines: passportLines, x: 0.01, seed: 2 })).toEqual({
      hint: null,
      notice: null,
      geometry: null,
      reading: null,
      draft: expect.objectContaining({ lines: passportLines, frames: 1, doubts: [] }),
    });
    for (const pose of [{}, { roll: 180 }, { y: -0.1, fill: 0.7 }]) {
      fresh({ lines: passportLines });
      reader.resetReading();
      expect(draftOf({ lines: other, ...pose }).draft?.lines).toEqual(other);
    }
    expect(draftOf({ lines: ['NOTHING<TO<READ', 'HERE'] })).toMatchObject({ hint: null, draft: null });
  });

  test('a page without a zone is not found', () => {
    expect(fresh({ lines: ['NOTHING<TO<READ', 'HERE'] })).toMatchObject({
      hint: 'not_found',
      draft: null,
      reading: null,
    });
  });

  test.each([-0.2, 0.2])('a zone that is cut off is never read: moved by %f', (x) => {
    expect(fresh({ lines: passportLines, x })).toMatchObject({ hint: 'cut_off', draft: null, reading: null });
  });

  test.each([0, 8])('a zone out of focus is said to be blurred: turned by %f degrees', (roll) => {
    expect(fresh({ lines: passportLines, blur: 4, roll })).toMatchObject({ hint: 'blurred', draft: null });
  });

  test('a page too far away has to come closer', () => {
    const { hint, reading } = fresh({ lines: passportLines, fill: 0.24 });
    expect(reading).toBeNull();
    expect(['closer', 'not_found']).toContain(hint);
  });
});

test.each([
  ['number, expiry', { number: 'L898902D4', expiry: '330415' }],
  ['number', { number: 'M898902C3' }],
  ['expiry', { expiry: '130415' }],
])('another document of the same person starts anew: %s', (_, parts) => {
  const same = { optional: 'ZE184226B', names: 'VAN<DER<MUELLEN<<MARTIN<GEORG' };
  const other = passport({ ...same, ...parts });
  reader.reset();
  for (const seed of [1, 2, 3]) reader.next(drawPage({ lines: passportLines, seed }), TODAY);
  expect(reader.next(drawPage({ lines: other, seed: 4 }), TODAY)).toMatchObject({
    reading: null,
    draft: { frames: 1, lines: other },
  });
  const { reading } = reader.next(drawPage({ lines: other, seed: 5 }), TODAY);
  expect(reading).toMatchObject({ frames: 2, lines: other });
});

describe('a search in vain', () => {
  let net: CharacterNet;
  const levels = pyramidOf(drawPage({ lines: passport(), yaw: 45 }));

  beforeAll(async () => {
    const { kernels, characters } = await loadDocumentFiles();
    const { instance } = await WebAssembly.instantiate(kernels);
    net = new CharacterNet(instance, characters);
  });

  const columnsOf = (search: () => void) => {
    const before = net.columns;
    search();
    return net.columns - before;
  };

  /** The columns of each picture of a film until the search is at its end. */
  const partsFrom = (passed: number) => {
    const parts: number[] = [];
    do {
      const search = () => {
        const next = readZone(levels, net, passed).passed;
        expect(next === 0 || next > passed || passed === MANY).toBe(true);
        passed = next;
      };
      parts.push(columnsOf(search));
    } while (passed > 0);
    return parts;
  };
  const MANY = 1000;
  const wholeSearch = () =>
    columnsOf(() => expect(readZone(levels, net, null)).toEqual({ zone: null, passed: 0 }));
  const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

  test('goes on in the next pictures of a film, and comes to its end', () => {
    const whole = wholeSearch();
    const parts = partsFrom(0);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts)).toBeLessThan(0.8 * whole);
    // The likeliest are tried in each.
    expect(sumOf(parts)).toBeGreaterThan(whole);
  });

  test('begins anew in a picture with fewer guesses than were tried before', () => {
    expect(sumOf(partsFrom(MANY))).toBeGreaterThan(wholeSearch());
  });
});

test('wrong check digits are taken for those of the document when four frames say so', () => {
  const lines = [passportLines[0]!, passportLines[1]!.replace('L898902C36', 'L898902C35')];
  reader.reset();
  const answers = [1, 2, 3, 4].map((seed) => reader.next(drawPage({ lines, seed }), TODAY));
  expect(answers.map(({ reading }) => reading !== null)).toEqual([false, false, false, true]);
});

test.each([
  ['state', 'issuingState', { state: 'BTO' }],
  ['nationality', 'nationality', { nationality: 'BTO' }],
] as const)('an unknown %s is in doubt until four frames agree on it', (problem, part, holder) => {
  reader.reset();
  const lines = passport(holder);
  const answers = [1, 2, 3, 4].map((seed) => reader.next(drawPage({ lines, seed }), TODAY));
  expect(answers[0]!.draft!.doubts).toEqual([part]);
  expect(answers.map(({ reading }) => reading !== null)).toEqual([false, false, false, true]);
  expect(answers[3]!.reading).toMatchObject({ lines, doubts: [], zone: { problems: [problem] } });
});

test('wrong check digits of a document are read and told', () => {
  const lines = [passportLines[0]!, passportLines[1]!.replace('L898902C36', 'L898902C35')];
  const { draft } = fresh({ lines });
  expect(draft).toMatchObject({ lines, doubts: [] });
  expect(draft!.zone).toMatchObject({
    checkDigits: { number: 'fail', composite: 'fail' },
    problems: ['check_digit'],
  });
});

test('without WebAssembly plain code reads the same', async () => {
  const { characters } = await loadDocumentFiles();
  const plain = await createDocumentReader({ kernels: null, characters });
  expect(plain.isSlow).toBe(true);
  const picture = drawPage({ lines: passportLines, roll: 7, fill: 0.7 });
  expect(plain.next(picture, TODAY).draft!.lines).toEqual(passportLines);
  reader.reset();
  expect(reader.next(picture, TODAY).draft!.lines).toEqual(passportLines);
});

test('memory stays as it is after the first frames', () => {
  const pictures = [drawPage({ lines: passportLines }), drawPage({ lines: cardLines })];
  for (const picture of pictures) reader.next(picture, TODAY);
  const before = reader.memory;
  for (let i = 0; i < 6; i++) reader.next(pictures[i % 2]!, TODAY);
  expect(reader.memory).toBe(before);
  expect(before).toBeLessThan(24e6);
});

test('damaged weights are refused with a code', async () => {
  const { characters, kernels } = await loadDocumentFiles();
  await expect(
    createDocumentReader({ kernels, characters: characters.subarray(0, 900) }),
  ).rejects.toMatchObject({
    code: 'model_unreadable',
  });
});
