import { beforeAll, describe, expect, test } from 'vitest';
import {
  createDocumentReader,
  type DocumentReader,
  findPortrait,
  loadDocumentFiles,
} from '../../src/document/index.ts';
import { drawDocument, type TestDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';
import { latinLetters } from '../../src/testdocument/testHolder.ts';
import { createFaceEngine } from '../../src/vision/index.ts';
import { loadFiles } from '../../src/vision/loadFiles.ts';

const TODAY = '2026-11-23';
let reader: DocumentReader;

beforeAll(async () => {
  reader = await createDocumentReader(await loadDocumentFiles());
});

const passport: TestDocument = { type: 'passport' };
const back: TestDocument = { type: 'id_card', side: 'back', holder: { person: 1, givenNames: 'Dávid Åke' } };
const lines = {
  passport: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'SP23456782UTO9408126F3404159<<<<<<<<<<<<<<<0'],
  back: [
    'I<UTOSP23456782<<<<<<<<<<<<<<<',
    '8802037M3404159UTO<<<<<<<<<<<2',
    'OKORO<<DAVID<AAKE<<<<<<<<<<<<<',
  ],
};

/** Shows the frames of two seconds until the reader takes them. */
function readFilm(shown: TestDocument, hold: Hold): string[] | null {
  const page = drawDocument(shown);
  reader.reset();
  for (let frame = 0; frame < 16; frame++) {
    const { reading } = reader.next(filmDocument(page, hold, frame / 8), TODAY);
    if (reading) return reading.lines;
  }
  return null;
}

describe('a drawn document in a hand is read', () => {
  const holds: [string, Hold][] = [
    ['as a person holds it', {}],
    ['upside down', { roll: 180 }],
    ['aslant', { roll: 14, yaw: -15, tip: 20, fill: 0.65 }],
    ['under a lamp', { glare: 0.35 }],
    ['in poor light, not sharp', { light: 0.45, blur: 1.2, noise: 6 }],
    ['by a nervous hand', { shake: 2, seed: 5 }],
    ['on its side, small', { roll: 90, fill: 0.5 }],
    ['with a fold across it', { crease: 0.7 }],
    ['with a bent page', { bend: 2, tip: 8 }],
    ['in the window of a wallet', { window: true }],
    ['with a thumb on it', { thumb: true, shake: 1.5 }],
  ];
  test.each(holds)('%s', (_, hold) => {
    expect(readFilm(passport, hold)).toEqual(lines.passport);
    expect(readFilm(back, hold)).toEqual(lines.back);
  });
});

test('a dark frame, and a side without a zone, are not read', () => {
  expect(readFilm(passport, { light: 0.04, noise: 6 })).toBeNull();
  expect(readFilm({ type: 'id_card', side: 'front' }, {})).toBeNull();
});

test('equal documents and moments have equal bytes, another holder others', () => {
  expect(drawDocument(passport).data).toEqual(drawDocument(passport).data);
  expect(drawDocument(passport).data).not.toEqual(drawDocument(back).data);
  const page = drawDocument(back);
  expect(filmDocument(page, { width: 64, height: 36 }, 1).data).toEqual(
    filmDocument(page, { width: 64, height: 36 }, 1).data,
  );
});

test('the face of each holder is found on the front', async () => {
  const faces = await createFaceEngine(await loadFiles());
  for (const person of [0, 1, 2] as const)
    for (const type of ['passport', 'id_card', 'driving_licence'] as const)
      expect(findPortrait(faces, drawDocument({ type, holder: { person } }), null), type).not.toBeNull();
});

test('the portrait of a card is found beside the zone of its other side, where a picture shows both', async () => {
  const faces = await createFaceEngine(await loadFiles());
  const [front, zone] = [drawDocument({ ...back, side: 'front' }), drawDocument(back)];
  const data = new Uint8Array([...front.data, ...zone.data]);
  const both = { ...front, height: front.height + zone.height, data };
  reader.reset();
  const { draft, geometry } = reader.next(both, TODAY);
  expect(draft?.lines).toEqual(lines.back);
  expect(findPortrait(faces, both, geometry)).toMatchObject({
    y: expect.toSatisfy((y: number) => y < front.height),
  });
});

test.each([
  ['Müller-Weiß', 'MUELLER WEISS'],
  ["O'Connor", 'OCONNOR'],
  ['Łukasz Žižka', 'LUKASZ ZIZKA'],
  ['李', ''],
])('%s is written %s', (name, letters) => {
  expect(latinLetters(name)).toBe(letters);
});
