import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { decideOutcome } from '../../../src/service/cases/outcome.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { faceJpeg, performed } from '../../support/faces.ts';
import { sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices({ engine: true });
const record = (steps: ChallengeStep[]) => drawnRecording(steps, 1);

/** One test face three fifths of the way to another: neither surely one nor surely the other. */
async function between(): Promise<Buffer> {
  const other = await sharp(await faceJpeg({}, 2))
    .ensureAlpha(0.6)
    .png()
    .toBuffer();
  return await sharp(await faceJpeg({}, 1))
    .composite([{ input: other }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

describe('a human decides', () => {
  const start = async () => {
    const verification = await verify(services('pglite'));
    await verification.consent();
    await verification.details();
    const check = async () => {
      const { checks } = await verification.read();
      return (await services('pglite').call('GET', `/biometrics/selfie-check/${checks.selfie.id}`)).body;
    };
    // Test mode has no review; the outcome table gives the live-mode result of the same facts.
    const inLiveMode = async () => {
      const row = await services('pglite')
        .deps.db.selectFrom('cases')
        .selectAll()
        .where('id', '=', verification.id)
        .executeTakeFirstOrThrow();
      return decideOutcome({
        ...row.facts,
        credential: 'none',
        credentialReason: 'credential_missing',
        revocationPending: false,
        mode: 'live',
        onSpoof: 'review',
        attemptsLeft: row.attempts_left,
        isDocumentOpen: false,
        documentExpired: 'review',
        reference: row.assurance.reference,
      });
    };
    return { ...verification, check, inLiveMode };
  };

  test('about a comparison that is undecided twice, and sees the label of a virtual camera', async () => {
    const { id, selfie, read, check, inLiveMode } = await start();
    const body = new FormData();
    body.append('image', new Blob([new Uint8Array(await between())], { type: 'image/jpeg' }), 'passport.jpg');
    await services('pglite').call('POST', `/cases/${id}/reference-image`, { body });
    await selfie({
      record: async (steps) => ({ ...(await record(steps)), cameraLabel: 'OBS Virtual Camera' }),
    });
    const { signals } = await check();
    expect(signals).toMatchObject({ cameraLabel: 'virtual, obs', timing: { longestGapMs: 125 } });
    expect(signals.background).toBeLessThan(0.5);
    expect(await read()).toMatchObject({
      status: 'requires_input',
      lastError: { code: 'selfie_reference_undecided', retryable: true },
      requirements: { selfieAttemptsRemaining: 2 },
      assurance: { liveness: 'pass', faceMatch: 'inconclusive' },
    });
    await selfie({ record });
    expect(await read()).toMatchObject({
      lastError: null,
      requirements: { selfieAttemptsRemaining: 2 },
      assurance: { liveness: 'pass', faceMatch: 'inconclusive' },
    });
    expect(await inLiveMode()).toEqual({ status: 'in_review', reasons: ['selfie_reference_undecided'] });
    expect(await check()).toMatchObject({
      status: 'inconclusive',
      reasons: ['selfie_reference_undecided'],
      faceMatch: { result: 'inconclusive' },
    });
  });

  test('about pictures without motion frames', async () => {
    const { selfie, read, check, inLiveMode } = await start();
    await selfie({ frames: (steps) => performed(steps, 1) });
    expect((await read()).assurance.liveness).toBe('not_performed');
    expect(await inLiveMode()).toEqual({ status: 'in_review', reasons: ['selfie_trail_missing'] });
    expect(await check()).toMatchObject({
      status: 'inconclusive',
      reasons: ['selfie_trail_missing'],
      liveness: { result: 'not_performed', score: null },
    });
  });
});
