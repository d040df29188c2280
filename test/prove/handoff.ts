import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { HandoffReach } from '../../src/contract/handoff.ts';
import type { TestService } from '../support/openService.ts';
import { newCase, person } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { cluster } from './support/cluster.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const CONCURRENCY = 8;
/** Milliseconds for which another node may continue an ended hand-off. */
const MAX_END_MS = 1000;
/** Refused codes that an address may send in a minute. */
const ALLOWED_GUESSES = 20;
/** The routes that the key of a phone may call in each step, written independently of the service. */
const OF_PHONES: readonly string[] = [
  'GET /cases/:id',
  'GET /cases/:id/handoff',
  'DELETE /cases/:id/handoff',
];
const OF_STEP: Record<HandoffReach, readonly string[]> = {
  selfie: [
    'POST /biometrics/document-check',
    'POST /biometrics/document-check/:id/capture',
    'GET /biometrics/document-check/:id',
    'POST /biometrics/selfie-check',
    'POST /biometrics/selfie-check/:id/extend',
    'POST /biometrics/selfie-check/:id/capture',
    'GET /biometrics/selfie-check/:id',
  ],
  credential: [
    'POST /cases/:id/credential-requests',
    'POST /credential-requests/:id/response',
    'GET /credential-requests/:id',
  ],
};

/**
 * Two phones race for one code: exactly one joins. Guessed codes: none joins, and the address is refused. The key of a
 * phone tries every route: it can call only those of its step. Either side ends the hand-off on one of two nodes:
 * within a second the other node notifies the computer and refuses the phone, and there are an event and an audit line.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const service = await openLocal(lab);
  const races = lab.size(1000, 12);
  const winners: number[] = [];
  await inLanes(races, CONCURRENCY, async () => {
    const { secret } = await begin(service);
    const answers = await Promise.all([join(service, { secret }), join(service, { secret })]);
    winners.push(answers.filter(({ status }) => status === 200).length);
  });
  const guesses = await guess(lab, lab.size(10_000, 60));
  const deviations = [...(await walk(service, 'selfie')), ...(await walk(service, 'credential'))];
  const ends = lab.hasPostgres() ? await endOnOtherNode(lab, lab.size(50, 2)) : null;
  const one = winners.filter((joined) => joined === 1).length;
  const ok =
    one === races &&
    guesses.joined === 0 &&
    guesses.refusedAfter === ALLOWED_GUESSES &&
    deviations.length === 0 &&
    (ends === null || (ends.noted === ends.ended && ends.longestMs <= lab.limit(MAX_END_MS)));
  return { ok, races, joinedByOne: one, ...guesses, routes: Object.keys(endpoints).length, deviations, ends };
}

const join = (service: TestService, json: object) =>
  service.call('POST', '/handoffs/join', { key: null, json });

/** A hand-off that waits for a phone. */
async function begin(
  { call }: TestService,
  step: HandoffReach = 'selfie',
): Promise<{ id: string; secret: string }> {
  const policy = { credential: 'offer', credentialQr: 'enable' };
  const json = step === 'credential' ? { ...newCase, policy } : newCase;
  const { id } = (await call('POST', '/cases', { json })).body;
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await call('POST', `/cases/${id}/consent`, { json: consent });
  if (step === 'selfie') await call('POST', `/cases/${id}/personal-details`, { json: person });
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

/**
 * Ends hand-offs on one node, by the phone and by the computer in turn, while the computer follows on another one.
 * @returns how many were ended, how many of them left their event and their line of the audit log, and the longest time until the other
 *   node had sent the end to the computer and refused the key of the phone.
 */
async function endOnOtherNode(lab: Lab, count: number) {
  const { keys, start } = await cluster(lab, 'postgres');
  const nodes = await Promise.all([start(), start()]);
  const call = async (node: number, method: string, path: string, key: string | null, json?: object) => {
    const response = await fetch(`${nodes[node]!.url}/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  };
  let [noted, longestMs] = [0, 0];
  for (let index = 0; index < count; index++) {
    const service = {
      call: (method: string, path: string, { json }: { json?: object } = {}) =>
        call(0, method, path, keys.test, json),
    } as TestService;
    const { id, secret } = await begin(service);
    const { body } = await call(1, 'POST', '/handoffs/join', null, { secret });
    const phone = body.session.sessionKey as string;
    const side = index % 2 ? 'computer' : 'phone';
    const stream = await follow(`${nodes[1]!.url}/v1/cases/${id}/handoff`, keys.test);
    const began = performance.now();
    await call(0, 'DELETE', `/cases/${id}/handoff`, side === 'phone' ? phone : keys.test);
    const refused = async () => (await call(1, 'GET', `/cases/${id}`, phone)).status === 401;
    await Promise.all([waitFor(refused), stream.ended]);
    longestMs = Math.max(longestMs, Math.round(performance.now() - began));
    const events = JSON.stringify((await call(1, 'GET', `/events?caseId=${id}`, keys.test)).body);
    const audit = JSON.stringify((await call(1, 'GET', '/audit?limit=100', keys.test)).body);
    if (events.includes(`"reasons":["${side}"]`) && audit.includes(`end hand-off (${side})`)) noted++;
  }
  return { ended: count, noted, longestMs };
}

/** Follows a hand-off as server-sent events. @returns after the first one; `ended` resolves with the one of the end. */
async function follow(url: string, key: string): Promise<{ ended: Promise<void> }> {
  const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' };
  const { body } = await fetch(url, { headers });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const readOn = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    if (!text.includes('"status":"ended"')) throw new Error(`The events ended with ${text}`);
  };
  return { ended: readOn() };
}

/** Calls every route with the key of a phone, about its own case. */
async function walk(service: TestService, step: HandoffReach): Promise<string[]> {
  const { id, secret } = await begin(service, step);
  const key = (await join(service, { secret })).body.session.sessionKey as string;
  const deviations: string[] = [];
  // Calls that end the hand-off run last.
  const isLast = ({ method, path }: Endpoint) => Number(`${method} ${path}` === 'DELETE /cases/:id/handoff');
  const all = (Object.values(endpoints) as Endpoint[]).sort((one, other) => isLast(one) - isLast(other));
  for (const { method, path, resource } of all) {
    const about = resource === 'case' ? path.replace(':id', id) : path.replace(':id', `${resource}_x`);
    const body = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
    const { body: answer } = await service.call(method, about.replace(/:\w+/g, '0'), { key, ...body });
    const isReached = answer.code !== 'session_scope_exceeded';
    const mayReach = [...OF_PHONES, ...OF_STEP[step]].includes(`${method} ${path}`);
    // A selfie check or request that does not exist is also out of scope.
    if (isReached !== mayReach && !(mayReach && (resource === 'bio' || resource === 'cred')))
      deviations.push(`${step}: ${method} ${path}: ${answer.code}`);
  }
  return deviations;
}
