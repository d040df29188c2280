import { expect, test } from 'vitest';
import { damagedPictures } from '../../support/damagedPictures.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { faceJpeg } from '../../support/faces.ts';
import { startTestService } from '../../support/service.ts';
import { captureOf, verify } from '../../support/verification.ts';

/** Maximum growth of a service, threads and decoders included: four of the largest frames with a margin. */
const MAX_BYTES = 400 * 2 ** 20;
const CODES = ['image_unreadable', 'image_too_small', 'validation_failed'];

test('damaged and hostile pictures are refused with a code, and the service keeps running', async () => {
  const service = await startTestService({ engine: true, config: { rateLimitScale: 0 } });
  const all = await damagedPictures(await faceJpeg());
  expect(all.length).toBeGreaterThan(200);
  const open = async () => {
    const { id, consent } = await verify(service);
    await consent();
    return (await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } })).body;
  };
  let check = await open();
  const before = process.memoryUsage.rss();
  let highest = before;
  let refused = 0;
  for (const { name, file, fate } of all) {
    const body = captureOf(check.challenge, { steps: ['center'], frame: file });
    const reply = await service.call('POST', `/biometrics/selfie-check/${check.id}/capture`, { body });
    highest = Math.max(highest, process.memoryUsage.rss());
    expect(fate === 'either' ? [202, 422] : [fate === 'taken' ? 202 : 422], name).toContain(reply.status);
    if (reply.status !== 202) expect(CODES, name).toContain(reply.body.code);
    // A case accepts no captures after its tenth refusal.
    if (reply.status !== 202 && ++refused < 9) continue;
    refused = 0;
    check = await open();
  }
  expect(highest - before).toBeLessThan(MAX_BYTES);

  const { consent, details, selfie, read } = await verify(service);
  await consent();
  await details();
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({ status: 'approved', assurance: { liveness: 'pass' } });
});
