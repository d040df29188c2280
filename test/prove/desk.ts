import { come, type Visitor } from '../support/desk.ts';
import type { TestService } from '../support/openService.ts';
import { type Verification, verify } from '../support/verification.ts';
import { actAtRandom } from './desk/actAtRandom.ts';
import { leaksOf, linesAbout, type Secret, walkDesk } from './desk/walkDesk.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const ROLES = ['reviewer', 'administrator'];

/** Words of the person, of the list entry and of other reviewers. Each also stands on the page after the judgement, which the walk checks. */
const PERSON: Secret[] = [
  { name: 'name', pattern: /Zoran|Quillfeather/ },
  { name: 'date of birth', pattern: /1961-04-17/ },
  { name: 'address', pattern: /Strada Lunga/ },
  { name: 'measurements', pattern: /What was measured|Engine \w/ },
];
const OTHERS: Secret[] = [
  { name: 'note of another reviewer', pattern: /Squintsword/ },
  { name: 'another decision', pattern: /\b(decide|propose|choose|carry out|resolve hit|propose hit) \w+/ },
];

/**
 * The desk: no response shows evidence to somebody who may still judge, over all states of a case, its rounds, its siblings and
 * samples, for each role that judges; and random sequences of acts by up to four people approve no confirmed match by one.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const service = await openLocal(lab);
  const blind = await walkStates(service);
  const acts = await actAtRandom(await openLocal(lab), lab.size(10_000, 120));
  const ok =
    blind.leaks.length === 0 &&
    blind.unseen.length === 0 &&
    acts.faults.length === 0 &&
    acts.confirmedApproved > 0;
  return { ok, ...blind, leaks: blind.leaks.slice(0, 10), ...acts };
}

let references = 0;
const person = { givenName: 'Zoran', familyName: 'Quillfeather', dateOfBirth: '1961-04-17' };

interface Scene {
  state: string;
  ids: string[];
}

/** Cases in every state that somebody may still judge. */
const STATES: Record<string, (service: TestService) => Promise<string[]>> = {
  'waits for the selfie': async (service) => [(await begun(service)).id],
  'is being checked': async (service) => {
    const { id } = await begun(service, 'IDVTEST_AML_DOWN');
    return [id];
  },
  'waits for a review': async (service) => [(await inReview(service)).id],
  'comes back': async (service) => {
    const one = await inReview(service);
    await byAnother(service, one.id, { outcome: 'requires_input', reason: 'details_address' });
    await one.details(person);
    return [one.id];
  },
  'waits for the person again': async (service) => {
    const { id } = await inReview(service);
    await byAnother(service, id, { outcome: 'requires_input', reason: 'details_address' });
    return [id];
  },
  'waits for a second reviewer': async (service) => {
    const { id } = await inReview(service, { policy: { fourEyes: 'always' } });
    await byAnother(service, id, { outcome: 'declined', reason: 'spoof' });
    return [id];
  },
  'waits for an administrator': async (service) => {
    const { id } = await inReview(service, { policy: { fourEyes: 'always' } });
    await byAnother(service, id, { outcome: 'declined', reason: 'spoof' });
    await byAnother(service, id, { outcome: 'approved', reason: 'document_seen' });
    return [id];
  },
  'has a comment of a second reviewer': async (service) => {
    const { id } = await inReview(service, { policy: { fourEyes: 'always' } });
    const { visitor } = await come(service);
    await visitor.post(`/desk/cases/${id}/claim`, {});
    await judge(visitor, id);
    const { status } = await visitor.post(`/desk/cases/${id}/comments`, { comment: 'Squintsword' });
    if (status !== 303) throw new Error('The comment was refused.');
    await visitor.post(`/desk/cases/${id}/release`, {});
    return [id];
  },
  'has a hit that one person ruled out': async (service) => {
    const { id } = await inReview(service, { policy: { fourEyes: 'hits' } });
    await byAnother(service, id, { outcome: 'approved', reason: 'document_seen' });
    return [id];
  },
  'is declined': async (service) => {
    const { id } = await inReview(service);
    await byAnother(service, id, { outcome: 'declined', reason: 'spoof' });
    return [id];
  },
  'has a sibling that waits': async (service) => {
    const clientReferenceId = `customer ${++references}`;
    const { id } = await inReview(service, { clientReferenceId });
    await byAnother(service, id, { outcome: 'declined', reason: 'spoof' });
    return [id, (await inReview(service, { clientReferenceId })).id];
  },
  'is a known pair': async (service) => {
    const { id } = await inReview(service);
    await byAnother(service, id, { outcome: 'declined', reason: 'spoof' });
    const { visitor } = await come(service, 'administrator');
    await visitor.post(`/desk/cases/${id}/known`, { truth: 'different' });
    return [id];
  },
};

async function walkStates(service: TestService) {
  const leaks: string[] = [];
  const unseen: string[] = [];
  let responses = 0;
  for (const [state, make] of Object.entries(STATES)) {
    const scene: Scene = { state, ids: await make(service) };
    for (const role of ROLES) {
      const { visitor } = await come(service, role);
      const id = scene.ids.at(-1)!;
      for (const moment of ['before the claim', 'with the claim']) {
        if (moment === 'with the claim') await visitor.post(`/desk/cases/${id}/claim`, {});
        const walked = await walkDesk(visitor, scene.ids);
        responses += walked.size;
        // Whoever may reopen a decision knows the decision, and nothing else.
        const secrets = [...PERSON, ...(state === 'is declined' ? OTHERS.slice(0, 1) : OTHERS)];
        const found = leaksOf(linesAbout(walked, scene.ids), secrets);
        leaks.push(...found.map((leak) => `${state}, ${role}, ${moment}: ${leak}`));
      }
      // The same words are found once they may be seen.
      const page = await judge(visitor, id);
      const isJudged = page.includes('id="evidence"');
      const missing = isJudged ? PERSON.filter(({ pattern }) => !pattern.test(page)) : [];
      unseen.push(...missing.map(({ name }) => `${state}, ${role}: ${name}`));
      await visitor.post(`/desk/cases/${id}/release`, {});
    }
  }
  return { states: Object.keys(STATES).length, responses, leaks, unseen };
}

async function begun(service: TestService, familyName = person.familyName): Promise<Verification> {
  const verification = await verify(service);
  await verification.consent();
  await verification.details({ ...person, familyName });
  if (familyName !== person.familyName) await verification.selfie();
  return verification;
}

async function inReview(service: TestService, input: object = {}): Promise<Verification> {
  const verification = await verify(service, input);
  await verification.consent();
  await verification.details(person);
  await verification.selfie();
  return verification;
}

async function judge(visitor: Visitor, id: string): Promise<string> {
  const path = `/desk/cases/${id}`;
  const { text } = await visitor.get(path);
  for (const [, src] of text.matchAll(/(?:src|href)="([^"]+\/(?:frames\/\d+|reference))"/g))
    await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '2', life: 'alive' });
  return (await visitor.get(path)).text;
}

/** Another reviewer's whole work on a case. */
async function byAnother(
  service: TestService,
  id: string,
  decision: { outcome: string; reason: string },
): Promise<void> {
  const { visitor } = await come(service);
  const path = `/desk/cases/${id}`;
  await visitor.post(`${path}/claim`, {});
  await judge(visitor, id);
  const hit = {
    hit: 'idvtest-4',
    resolution: 'false_positive',
    reasonCode: 'different_name',
    note: 'Squintsword',
  };
  await visitor.post(`${path}/hits`, hit);
  const { version } = (await service.call('GET', `/cases/${id}`)).body;
  const form = { ...decision, note: 'Squintsword', expectedVersion: `${version}` };
  const { status, text } = await visitor.post(`${path}/decision`, form);
  if (status !== 303) throw new Error(`The case was not decided: ${/<main[\s\S]*<\/main>/.exec(text)?.[0]}`);
  service.advance(11_000);
  await service.tick();
}
