import { expect, test } from 'vitest';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
let seeds = 3100;

const small = { width: 720, height: 504, quality: 50 };
const times = [0, 200];

async function passportOf(number: string) {
  const lines = passport({ ...mirela, number });
  const seed = seeds++;
  const stills = [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, 0));
  const trail = [1, 2].map((n) => documentJpeg({ ...small, lines, seed: seed + 5000 * n }, 0));
  return { front: await Promise.all(stills), frontTrail: await Promise.all(trail), frontTimes: times };
}

/** Small frames that show neither a zone nor a face. */
const blank = () =>
  Promise.all([1, 2].map(() => documentJpeg({ ...small, lines: [' ', ' '], seed: seeds++ }, null)));
/** Small frames that show the portrait alone. */
const faces = () =>
  Promise.all([1, 2].map(() => documentJpeg({ ...small, lines: [' ', ' '], seed: seeds++ }, 0)));

type Taken = Awaited<ReturnType<typeof passportOf>>;
const without = ({ front }: Taken) => ({ front });

test.each([
  ['a page, with small frames', 'page', 'disable', (taken: Taken) => taken, true, []],
  [
    'a page, with small frames of the portrait alone',
    'page',
    'disable',
    async (taken: Taken) => ({ ...taken, frontTrail: await faces() }),
    true,
    [],
  ],
  ['a page, without small frames', 'page', 'disable', without, null, ['document_captured']],
  [
    'a page, with blank small frames',
    'page',
    'disable',
    async (taken: Taken) => ({ ...taken, frontTrail: await blank() }),
    null,
    ['document_captured'],
  ],
  [
    'a page, without small frames where files are taken',
    'page',
    'enable',
    without,
    null,
    ['document_captured'],
  ],
  ['a back end, without small frames', 'backEnd', 'disable', without, null, ['document_captured']],
  ['a back end, without small frames where files are taken', 'backEnd', 'enable', without, null, []],
  ['a back end, with small frames', 'backEnd', 'disable', (taken: Taken) => taken, true, []],
] as const)('a passport from %s', async (_, sender, documentUpload, change, trailAgrees, reasons) => {
  const service = services(databases.at(-1)!);
  const session = { allowedOrigins: [new URL(service.url).origin] };
  const { key, page, show, check } = await documentCase(service, { policy: { documentUpload }, session });
  const pictures = await change(await passportOf(`RX${4090000 + seeds}`));
  expect(await show(pictures, 'passport', sender === 'page' ? page : { key })).toMatchObject({ status: 202 });
  expect(await check()).toMatchObject({
    status: 'read',
    source: 'camera',
    signals: { trailAgrees },
    reasons,
  });
});
