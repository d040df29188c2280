import { small } from '../../support/drawnRecording.ts';
import type { CallOptions, Reply, TestService } from '../../support/openService.ts';
import { picture } from '../../support/picture.ts';
import type { Receiver } from '../../support/receiver.ts';
import { captureOf, newCase, person } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';

type Send = (method: string, path: string, options?: CallOptions) => Promise<Reply['body']>;

/** Whom a list of test mode names. */
const LISTED = { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' };

/**
 * All that pages, back ends and reviewers do with single cases, people without one, and their events, with the jobs and
 * deliveries that follow. @throws if anything is refused.
 */
export async function wayOfCases(service: TestService, receiver: Receiver): Promise<void> {
  const send: Send = async (method, path, options) => {
    const reply = await service.call(method, path, options);
    if (reply.status >= 300)
      throw new Error(`${method} ${path} ${reply.status} ${JSON.stringify(reply.body)}`);
    await service.tick();
    return reply.body;
  };
  const approved = await verified(send, {});
  await look(send, approved, receiver);
  const listed = await verified(send, {
    givenName: 'Zoran',
    familyName: 'Quillfeather',
    dateOfBirth: '1961-04-17',
  });
  await review(send, listed);
  await send('DELETE', `/cases/${listed}`);
  const canceled = await send('POST', '/cases', { json: newCase });
  await send('POST', `/cases/${canceled.id}/cancel`);
  await withoutCase(send);
}

/** A case from its start to its outcome, as its page sends it. @returns its id. */
async function verified(send: Send, details: object): Promise<string> {
  const session = { allowedOrigins: ['https://shop.example'] };
  const json = { ...newCase, clientReferenceId: 'own 7', metadata: { plan: 'gold' }, session };
  const { id, session: made } = await send('POST', '/cases', {
    json,
    headers: { 'Idempotency-Key': `once${Object.keys(details).length}` },
  });
  const image = new FormData();
  image.append('image', new Blob([new Uint8Array(picture())], { type: 'image/png' }), 'passport.png');
  await send('POST', `/cases/${id}/reference-image`, { body: image });
  const other = await send('POST', `/cases/${id}/session-keys`, { json: session });
  const page: Send = (method, path, options) => send(method, path, { key: other.sessionKey, ...options });
  await send('GET', `/cases/${id}`, { key: made.sessionKey });
  await page('POST', `/cases/${id}/consent`, { json: { biometric: true, textVersion: '1', locale: 'en' } });
  await page('POST', `/cases/${id}/personal-details`, { json: { ...person, ...details } });
  await page('POST', '/biometrics/selfie-check', { json: { caseId: id } });
  const check = await page('POST', '/biometrics/selfie-check', { json: { caseId: id } });
  await page('POST', `/biometrics/selfie-check/${check.id}/extend`);
  const frame = await small(picture());
  const times = check.challenge.steps.map((_: string, index: number) => index * 100);
  const trailTimes = Array.from({ length: 8 }, (_, index) => index * 100);
  const answer = { trail: trailTimes.map(() => frame), trailTimes, times };
  await page('POST', `/biometrics/selfie-check/${check.id}/capture`, {
    body: captureOf(check.challenge, answer),
  });
  await page('GET', `/biometrics/selfie-check/${check.id}`);
  await page('GET', `/cases/${id}`);
  await send('GET', `/biometrics/selfie-check/${check.id}`);
  await send('DELETE', `/cases/${id}/session-keys`);
  return id;
}

/** A back end's reads of a case and its events. */
async function look(send: Send, id: string, receiver: Receiver): Promise<void> {
  const { checks } = await send('GET', `/cases/${id}`);
  await send('GET', `/cases/${id}/personal-details`);
  await send('GET', `/aml/screen/${checks.aml.id}`);
  await send('GET', `/aml/screen/${checks.aml.id}/report`);
  await send('POST', '/aml/screen', { json: { caseId: id } });
  const { data: events } = await send('GET', `/events?caseId=${id}`);
  const [event] = events;
  const deliveries = () =>
    receiver.received.filter(({ headers }) => headers['webhook-id'] === event.id).length;
  await waitFor(() => deliveries() === 1);
  await send('GET', `/events/${event.id}`);
  await send('GET', `/events/${event.id}/deliveries`);
  await send('POST', `/events/${event.id}/redeliver`);
  await waitFor(() => deliveries() === 2);
}

/** A reviewer's work on a case with a hit. */
async function review(send: Send, id: string): Promise<void> {
  const { checks } = await send('GET', `/cases/${id}`);
  const screening = await send('GET', `/aml/screen/${checks.aml.id}`);
  const json = { resolution: 'false_positive', reasonCode: 'other', note: 'Somebody else.' };
  for (const hit of screening.hits)
    await send('POST', `/aml/screen/${screening.id}/hits/${hit.id}/resolution`, { json });
  await send('POST', '/aml/screen', { json: { caseId: id } });
  const { version } = await send('GET', `/cases/${id}`);
  const decision = { outcome: 'declined', reasons: ['a word'], note: 'No.', expectedVersion: version };
  await send('POST', `/cases/${id}/decision`, { json: decision });
}

async function withoutCase(send: Send): Promise<void> {
  const { id } = await send('POST', '/aml/screen', { json: { person: LISTED } });
  await send('GET', `/aml/screen/${id}`);
  await send('POST', '/aml/watch', { json: { person: LISTED, clientReferenceId: 'watched' } });
  await send('POST', '/test/events', { json: { type: 'case.approved' } });
}
