import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { newChallenge } from '../../src/service/selfies/drawChallenge.ts';
import { disguises } from '../support/disguises.ts';
import { type DrawnRecording, drawnRecording } from '../support/drawnRecording.ts';
import { openService, type TestService } from '../support/openService.ts';
import { replayedRecording, wholeRecording } from '../support/replayedRecording.ts';
import { captureOf, newCase, person, setContact } from '../support/verification.ts';
import { replayedDocuments } from './replay/documents.ts';
import { compareFilms, figuresOf } from './replay/films.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/**
 * A recording cannot be used twice: a challenge stays until it expires, hundreds of challenges are equally likely, and
 * used films, and files of a document, are recognised in every case, even with grain, blurred, sharpened, relit, scaled, cropped, mirrored, at
 * another frame rate. The page learns nothing of it. Honest people who come again in the same room are not confused,
 * drawn ones and, if films of people are available, those.
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
  const first = await capture(service, wholeRecording);
  const missed: string[] = [];
  const leaked: string[] = [];
  const names = Object.keys(disguises).slice(0, lab.size(19, 2));
  for (const name of names) {
    const again = await capture(service, (steps) => replayedRecording(steps, disguises[name]));
    if (again.check.reasons[0] !== 'selfie_replayed' || !again.check.signals.replayOf) missed.push(name);
    if (/replay|signals|reasons/.test(again.page) || again.page.includes(first.caseId)) leaked.push(name);
  }
  const others = await capture(service, (steps) => drawnRecording(steps, 1));
  const isOtherTaken = others.check.reasons.includes('selfie_replayed');
  const documents = await replayedDocuments(service);
  const { set, held } = await compareFilms({
    people: lab.size(3, 1),
    takes: lab.size(5, 2),
    replayed: lab.size(2, 1),
    clips: lab.size(6, 1),
  });
  const halves = { set: figuresOf(set), held: figuresOf(held) };
  const all = Object.values(halves);
  const count = (of: 'honestRecognised' | 'recognised' | 'replays') =>
    all.reduce((sum, half) => sum + half[of], 0);
  const areHeld = count('honestRecognised') === 0 && count('recognised') >= 0.99 * count('replays');
  const ok =
    challenges > 300 &&
    missed.length + leaked.length + documents.length === 0 &&
    !isOtherTaken &&
    areHeld &&
    first.isOne;
  return {
    ok,
    challenges,
    disguises: names.length,
    missed,
    told: leaked,
    isOtherTaken,
    documents,
    ...halves,
  };
}

/** One live case with its own session key and recording. */
async function capture(
  service: TestService,
  take: (steps: readonly ChallengeStep[]) => Promise<DrawnRecording>,
) {
  const { live } = service.keys;
  const session = { allowedOrigins: ['https://shop.example'] };
  await setContact(service);
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
