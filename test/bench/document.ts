import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { build, type Rolldown } from 'vite';
import { Random } from '../../src/document/build/Random.ts';
import type { Paper } from '../../src/document/build/renderStrip.ts';
import {
  createDocumentReader,
  type DocumentReader,
  findPortrait,
  loadDocumentFiles,
} from '../../src/document/index.ts';
import { CharacterNet } from '../../src/document/read/CharacterNet.ts';
import { drawDocument } from '../../src/testdocument/drawDocument.ts';
import { filmDocument, type Hold } from '../../src/testdocument/filmDocument.ts';
import { createFaceEngine } from '../../src/vision/index.ts';
import { loadFiles } from '../../src/vision/loadFiles.ts';
import type { Picture } from '../../src/vision/picture.ts';
import { characterAccuracy } from '../document/support/characterAccuracy.ts';
import { drawPage } from '../document/support/drawnPage.ts';
import { runTake } from '../document/support/takes.ts';
import { optionalData } from '../support/optionalData.ts';
import { loadOthers, type RacePage, raceOthers } from './support/documentRaces.ts';
import { raceParsers } from './support/parserRace.ts';

const TODAY = '2026-11-23';
const TAKES = Number(process.env['BENCH_TAKES'] ?? 60);

/**
 * How well the document engine reads, how fast, and its bytes, beside others on the same pages. BENCH_TAKES: how many takes
 * are drawn, 60; a tenth more are cut off, and as many pages have no zone.
 */
export default async function document(): Promise<object> {
  const files = await loadDocumentFiles();
  const reader = await createDocumentReader(files);
  return {
    ...(await bytes(files.characters)),
    ...(await characters(files)),
    ...(await pages(reader)),
    ...takes(reader),
    cutOff: cutOff(reader, Math.ceil(TAKES / 10)),
    otherSide: otherSide(reader),
    falseZones: falseZones(reader, TAKES),
    ...parsers(),
  };
}

/** Compressed bytes: of the reader beside a loaded face engine, which has the kernels, and alone. */
async function bytes(weights: Uint8Array) {
  const entry = join(import.meta.dirname, '../../src/document/documentReader.ts');
  const lib = { entry, formats: ['es' as const], fileName: 'reader' };
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib, rolldownOptions: { output: { minify: true } } },
  });
  const { code } = (result as Rolldown.RolldownOutput[])[0]!.output[0];
  const kernels = readFileSync(join(import.meta.dirname, '../../dist/vision/kernels.wasm'));
  const readerBrotli = brotliCompressSync(code).length + brotliCompressSync(weights).length;
  return { readerBrotli, aloneBrotli: readerBrotli + brotliCompressSync(kernels).length };
}

async function characters({ kernels, characters: weights }: Awaited<ReturnType<typeof loadDocumentFiles>>) {
  const { instance } = await WebAssembly.instantiate(kernels);
  const net = new CharacterNet(instance, weights);
  const on = (paper: Partial<Paper>) => {
    const share = (pitch: number, blur: number) =>
      characterAccuracy(net, { pitch, blur, count: 3000, paper });
    return {
      character: { 6: share(6, 0.05), 10: share(10, 0.05), 16: share(16, 0.05) },
      blur15: share(10, 0.15),
    };
  };
  const clear = { light: 0.9, ink: 0.15 };
  return {
    ...on({}),
    byPaper: {
      withoutPattern: on({ waves: [] }),
      clear: on(clear),
      clearWithoutPattern: on({ ...clear, waves: [], noise: 0 }),
    },
  };
}

/** @returns null without a network to install `mrz`. */
function parsers() {
  const load = loadOthers();
  return load ? raceParsers(load, TODAY) : { parser: null };
}

/** The specimens at hand: every character of every line, the portraits, and the time of a side with its portrait. */
async function pages(reader: DocumentReader) {
  const folder = optionalData('document/pages', 'The specimen pages');
  if (!folder) return { pagesWhole: null, others: null, portraits: null, serviceMs: null };
  const faces = await createFaceEngine(await loadFiles());
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as {
    file: string;
    lines: string[];
  }[];
  const sides: number[] = [];
  const race: RacePage[] = [];
  let [whole, portraits] = [0, 0];
  for (const { file, lines } of truth) {
    const picture = await decoded(join(folder, file));
    const start = performance.now();
    reader.reset();
    const { draft, geometry } = reader.next(picture, TODAY);
    if (findPortrait(faces, picture, geometry)) portraits++;
    sides.push(performance.now() - start);
    if (lines.length === 0) continue;
    if (JSON.stringify(draft?.lines) === JSON.stringify(lines)) whole++;
    race.push({ file: join(folder, file), picture, lines, geometry });
  }
  return {
    pagesWhole: whole / race.length,
    others: await raceOthers(race),
    portraits: portraits / truth.length,
    serviceMs: 2 * quantile(sides, 0.5),
  };
}

function takes(reader: DocumentReader) {
  const results = Array.from({ length: TAKES }, (_, i) => runTake(reader, i + 1, TODAY));
  const read = results.filter(({ readAt }) => readAt !== null);
  const frameMs = results.flatMap((result) => result.frameMs);
  return {
    takes: TAKES,
    framesRead: read.length / TAKES,
    wrongRead: {
      of: read.length,
      protected: read.filter(({ wrong }) => wrong.isProtected).length,
      name: read.filter(({ wrong }) => wrong.isName).length,
    },
    frameMs: { median: quantile(frameMs, 0.5), p95: quantile(frameMs, 0.95) },
  };
}

/** Zones that run out of the picture at one end by 2 to 12 characters: how many are said to, and how many are read. */
function cutOff(reader: DocumentReader, count: number) {
  const pages = [
    { page: drawDocument({ type: 'passport' }), margin: 0.058, pitch: 2.54 / 125 },
    { page: drawDocument({ type: 'id_card', side: 'back' }), margin: 0.055, pitch: 2.54 / 85.6 },
  ];
  const random = new Random(38);
  let [said, read] = [0, 0];
  for (let i = 0; i < count; i++) {
    const { page, margin, pitch } = pages[i % 2]!;
    const fill = random.next(0.6, 0.95);
    const out = 2 + random.below(11);
    const x = (random.chance(0.5) ? 1 : -1) * (0.5 + fill * (margin - 0.5 + out * pitch));
    const roll = random.next(-15, 15) + (random.chance(0.3) ? 180 : 0);
    reader.reset();
    const { hint, draft } = reader.next(filmDocument(page, { fill, roll, x, shake: 0, seed: i }, 0), TODAY);
    if (hint === 'cut_off') said++;
    if (draft) read++;
  }
  return { of: count, said, read };
}

/** Fronts of cards where a zone is wanted, three frames each. */
function otherSide(reader: DocumentReader) {
  const holds: Hold[] = [0, 14, -20, 90, 180].flatMap((roll) =>
    [0, 15].map((yaw) => ({ roll, yaw, fill: 0.6, width: 960, height: 540 })),
  );
  const fronts = (['id_card', 'driving_licence'] as const).map((type) => drawDocument({ type }));
  const seen = holds.flatMap((hold) =>
    fronts.map((front) => {
      reader.reset();
      const notices = [0, 1, 2].map((i) => reader.next(filmDocument(front, hold, i / 8), TODAY).notice);
      return notices.includes('other_side');
    }),
  );
  return { of: seen.length, noticed: seen.filter(Boolean).length };
}

/** Pages with text but no zone that were called one. */
function falseZones(reader: DocumentReader, count: number) {
  let found = 0;
  for (let seed = 1; seed <= count; seed++) {
    reader.reset();
    const page = drawPage({
      lines: ['NOT<A<ZONE<BUT<OTHER<TEXT<1234', 'SEVERAL<LINES<OF<IT'],
      seed,
      roll: seed * 9,
    });
    if (reader.next(page, TODAY).draft) found++;
  }
  return { of: count, found };
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))]! * 10) / 10;
}

async function decoded(file: string): Promise<Picture> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data, channels: 3 };
}
