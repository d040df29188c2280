import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { newChallenge } from '../../src/service/selfies/drawChallenge.ts';
import { isReplay } from '../../src/service/selfies/examine/isReplay.ts';
import { type DrawnRecording, drawnRecording } from '../support/drawnRecording.ts';
import { framesOf } from '../support/films.ts';
import { openService, type TestService } from '../support/openService.ts';
import { optionalData } from '../support/optionalData.ts';
import { disguises, replayedRecording } from '../support/replayedRecording.ts';
import { captureOf, newCase, person } from '../support/verification.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/** Where the face is in the films of people: they are cut about it. */
const FACE = { x: 0.2, y: 0.2, width: 0.6, height: 0.7 };
const CLIPS = [1, 2, 3, 4, 5, 6];

/**
 * A recording cannot be used twice: a challenge stays until it expires, hundreds of challenges are equally likely, and
 * used pictures are recognised in every case, even if recoded, scaled, cropped or relit. The page learns nothing of it.
 * If films of people are available: recordings of one person that are seconds apart are not confused.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const service = await openService({
    databaseUrl: lab.hasPostgres() ? await lab.database() : null,
    template: lab.template(),
    engine: true,
    config: { logLevel: 'silent' },
  });
  lab.defer(() => service.close());
  const challenges = new Set(Array.from({ length: 10_000 }, () => newChallenge(new Date()).steps.join()))
    .size;
  const first = await capture(service, (steps) => replayedRecording(steps));
  const missed: string[] = [];
  const leaked: string[] = [];
  const names = Object.keys(disguises).slice(0, lab.size(6, 2));
  for (const name of names) {
    const again = await capture(service, (steps) => replayedRecording(steps, disguises[name]));
    if (again.check.reasons[0] !== 'selfie_replayed' || !again.check.signals.replayOf) missed.push(name);
    if (/replay|signals|reasons/.test(again.page) || again.page.includes(first.caseId)) leaked.push(name);
  }
  const others = await capture(service, (steps) => drawnRecording(steps, 1));
  const isOtherTaken = others.check.reasons.includes('selfie_replayed');
  const people = await recordingsOfPeople(lab);
  const ok =
    challenges > 300 &&
    missed.length + leaked.length === 0 &&
    !isOtherTaken &&
    people.false === 0 &&
    first.isOne;
  return { ok, challenges, disguises: names.length, missed, told: leaked, isOtherTaken, people };
}

/** One live case with its own session key and recording. */
async function capture(
  service: TestService,
  take: (steps: readonly ChallengeStep[]) => Promise<DrawnRecording>,
) {
  const { live } = service.keys;
  const session = { allowedOrigins: ['https://shop.example'] };
  const { body } = await service.call('POST', '/cases', { json: { ...newCase, session }, key: live });
  const key = body.session.sessionKey;
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await service.call('POST', `/cases/${body.id}/consent`, { json: consent, key });
  await service.call('POST', `/cases/${body.id}/personal-details`, { json: person, key });
  const start = async () =>
    (await service.call('POST', '/biometrics/selfie-check', { json: { caseId: body.id }, key })).body;
  const [check, same] = [await start(), await start()];
  const form = captureOf(check.challenge, await take(check.challenge.steps));
  await service.call('POST', `/biometrics/selfie-check/${check.id}/capture`, { body: form, key });
  await service.tick();
  const path = `/biometrics/selfie-check/${check.id}`;
  const page = [
    await service.call('GET', path, { key }),
    await service.call('GET', `/cases/${body.id}`, { key }),
  ];
  return {
    caseId: body.id as string,
    isOne: same.id === check.id,
    check: (await service.call('GET', path, { key: live })).body,
    page: JSON.stringify(page.map(({ body: shown }) => ({ ...shown, reason: undefined }))),
  };
}

/** Thirds of each film, more than a second apart, held against one another both ways; in the quick form two of one film. */
async function recordingsOfPeople(lab: Lab): Promise<{ pairs: number; false: number }> {
  const folder = optionalData('faces', 'Takes of people that are held against one another');
  const found = { pairs: 0, false: 0 };
  if (!folder) return found;
  for (const clip of CLIPS.slice(0, lab.size(6, 1))) {
    const files = framesOf(readFileSync(join(folder, 'people', 'clips', `p${clip}.mjpeg`)));
    const third = Math.floor(files.length / 3);
    const recordings = await Promise.all(
      [0, 1, 2].slice(0, lab.size(3, 2)).map(async (part) => {
        const current = files.slice(part * third + 6, (part + 1) * third - 6);
        const trail = await Promise.all(
          current.map((file) => sharp(file).resize(240).jpeg({ quality: 70 }).toBuffer()),
        );
        return {
          frames: [0, 1, 2, 3].map((quarter) => current[Math.floor((quarter / 4) * current.length)]!),
          trail,
        };
      }),
    );
    for (const current of recordings)
      for (const earlier of recordings) {
        if (current === earlier) continue;
        found.pairs++;
        if (await isReplay({ current, earlier, face: FACE })) found.false++;
      }
  }
  return found;
}
