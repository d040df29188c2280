import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { TestService } from '../support/openService.ts';
import { newCase, person } from '../support/verification.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const LANES = 8;
/** Refused codes that an address may send in a minute. */
const ALLOWED_GUESSES = 20;
/** The routes that the key of a phone reaches, written here once more and not read from the service. */
const OF_PHONE: readonly string[] = [
  'GET /cases/:id',
  'GET /cases/:id/handoff',
  'DELETE /cases/:id/handoff',
  'POST /biometrics/selfie-check',
  'POST /biometrics/selfie-check/:id/extend',
  'POST /biometrics/selfie-check/:id/capture',
  'GET /biometrics/selfie-check/:id',
];

/**
 * Two phones race for one code: exactly one joins. Codes are guessed: none joins, and the address is refused. The key of a
 * phone is walked over every route: it reaches the selfie alone.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const database = lab.hasPostgres() ? 'postgres' : 'embedded';
  const service = await openLocal(lab, { database });
  const races = lab.size(1000, 12);
  const winners: number[] = [];
  await inLanes(races, LANES, async () => {
    const { secret } = await begin(service);
    const answers = await Promise.all([join(service, { secret }), join(service, { secret })]);
    winners.push(answers.filter(({ status }) => status === 200).length);
  });
  const guesses = await guess(lab, lab.size(10_000, 60));
  const deviations = await walk(service);
  const one = winners.filter((joined) => joined === 1).length;
  const ok =
    one === races &&
    guesses.joined === 0 &&
    guesses.refusedAfter === ALLOWED_GUESSES &&
    deviations.length === 0;
  return { ok, races, joinedByOne: one, ...guesses, routes: Object.keys(endpoints).length, deviations };
}

const join = (service: TestService, json: object) =>
  service.call('POST', '/handoffs/join', { key: null, json });

/** A hand-off that waits for a phone. */
async function begin({ call }: TestService): Promise<{ id: string; secret: string }> {
  const { id } = (await call('POST', '/cases', { json: newCase })).body;
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await call('POST', `/cases/${id}/consent`, { json: consent });
  await call('POST', `/cases/${id}/personal-details`, { json: person });
  const { url } = (await call('POST', `/cases/${id}/handoff`)).body;
  return { id, secret: new URL(url).hash.slice(1) };
}

/** Guesses codes from one address while a hand-off waits. @returns how many joined, and after how many it was refused. */
async function guess(
  lab: Lab,
  count: number,
): Promise<{ guesses: number; joined: number; refusedAfter: number }> {
  const service = await openLocal(lab, { config: { rateLimitScale: 1 } });
  await begin(service);
  const letters = 'BCDFGHJKLMNPQRSTVWXZ';
  let [joined, refusedAfter] = [0, 0];
  for (let index = 0; index < count; index++) {
    const code = Array.from({ length: 8 }, () => letters[Math.floor(Math.random() * 20)]).join('');
    const { status } = await join(service, { code });
    if (status === 200) joined++;
    if (status !== 429 && refusedAfter === index) refusedAfter = index + 1;
  }
  return { guesses: count, joined, refusedAfter };
}

/** Calls every route with the key of a phone, about its own case. */
async function walk(service: TestService): Promise<string[]> {
  const { id, secret } = await begin(service);
  const key = (await join(service, { secret })).body.session.sessionKey as string;
  const deviations: string[] = [];
  // What ends the hand-off comes last.
  const isLast = ({ method, path }: Endpoint) => Number(`${method} ${path}` === 'DELETE /cases/:id/handoff');
  const all = (Object.values(endpoints) as Endpoint[]).sort((one, other) => isLast(one) - isLast(other));
  for (const { method, path, resource } of all) {
    const about = resource === 'case' ? path.replace(':id', id) : path.replace(':id', `${resource}_x`);
    const body = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
    const { body: answer } = await service.call(method, about.replace(/:\w+/g, '0'), { key, ...body });
    const isReached = answer.code !== 'session_scope_exceeded';
    const mayReach = OF_PHONE.includes(`${method} ${path}`);
    // Of a selfie check that does not exist it hears nothing else.
    if (isReached !== mayReach && !(mayReach && resource === 'bio'))
      deviations.push(`${method} ${path}: ${answer.code}`);
  }
  return deviations;
}
