import { describe, expect, test } from 'vitest';
import { type Holder, mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 2100;

const start = (options: Parameters<typeof documentCase>[1] = {}) => documentCase(services(database), options);

/** Stills of one passport, each of them a picture of its own. */
async function stills(change: Holder, person: 0 | 1 | null, count = 3): Promise<Buffer[]> {
  const lines = passport({ ...mirela, ...change });
  const seed = seeds++;
  const places = [0, 0.004, -0.004].slice(0, count);
  return await Promise.all(places.map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, person)));
}

/** A page with the face of the person and no zone. */
const faceAlone = () => documentJpeg({ lines: [' ', ' '], seed: seeds++ }, 0);

describe('the portrait of a passport', () => {
  test('is that of the still with the zone, not that of a page beside it', async () => {
    const { read, show, details, selfie, check } = await start({ policy: { maxSelfieAttempts: 1 } });
    await show({ front: [await faceAlone(), ...(await stills({ number: 'RX4081001' }, 1, 2))] });
    await details();
    await selfie({ record: drawnRecording });
    expect(await check()).toMatchObject({ status: 'read', checks: { portrait: 'usable' } });
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: [expect.stringMatching(/^selfie_(face_mismatch|reference_undecided)$/)] },
    });
  });

  test('is never that of the other side', async () => {
    const { show, check } = await start();
    const front = await stills({ number: 'RX4081002' }, null);
    await show({ front, back: [await faceAlone()] }, 'id_card');
    expect(await check()).toMatchObject({
      document: { type: 'passport', format: 'TD3' },
      checks: { portrait: 'absent' },
      reasons: ['document_no_portrait'],
    });
  });
});

test('a still of another passport than the one that was read is told', async () => {
  const { show, check } = await start();
  const front = [
    ...(await stills({ number: 'RX4081003' }, 0, 2)),
    ...(await stills({ number: 'RX4081004' }, 0, 1)),
  ];
  await show({ front });
  expect(await check()).toMatchObject({
    status: 'read',
    document: { number: 'RX4081003' },
    reasons: ['document_replayed'],
  });
});

test('pictures of a side that was not asked for are refused, and not kept', async () => {
  const { service, id, show, check } = await start();
  const back = [await faceAlone()];
  expect(await show({ front: await stills({ number: 'RX4081005' }, null), back })).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', errors: [{ pointer: '#/back', code: 'side_not_asked' }] },
  });
  expect(await check()).toMatchObject({ status: 'requires_capture', sides: ['front'] });
  const { db } = service.deps;
  expect(await db.selectFrom('document_pictures').selectAll().where('case_id', '=', id).execute()).toEqual(
    [],
  );
});
