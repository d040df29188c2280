import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE_MS } from '../../support/patience.ts';
import { captureOf, newCase, person } from '../../support/verification.ts';
import type { Exchange, Send } from './Exchange.ts';

const consent = { biometric: true, textVersion: '1', locale: 'en' };

/** Whole verifications as back end, page, reviewer and compliance officer drive them, and everything else that there is to ask. */
export async function traffic(send: Send): Promise<void> {
  const endpoint = await send('POST', '/webhook-endpoints', { json: { url: 'https://shop.example/hook' } });
  const approved = await verified(send, 'IDVTEST_APPROVE', 'approved');
  const reviewed = await verified(send, 'IDVTEST_AML_POSSIBLE', 'in_review');
  await reviewers(send, reviewed.body);
  await cases(send, approved.body.id);
  await screening(send);
  await webhooks(send, endpoint.body.id, approved.body.id);
  await keys(send);
  for (const path of ['/stats?from=2026-01-01&to=2026-01-07', '/openapi.json', '/healthz', '/readyz'])
    await send('GET', path);
}

/** The page uses a session key. */
async function verified(send: Send, familyName: string, status: string): Promise<Exchange> {
  const session = { allowedOrigins: ['https://shop.example'] };
  const json = { ...newCase, session, clientReferenceId: 'customer 7', metadata: { plan: 'gold' } };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const made = await send('POST', '/cases', { json, headers });
  await send('POST', '/cases', { json, headers });
  const { id } = made.body;
  const key = made.body.session.sessionKey;
  await send('GET', `/cases/${id}`, { key });
  await send('POST', `/cases/${id}/consent`, { key, json: consent });
  await send('POST', `/cases/${id}/personal-details`, { key, json: { ...person, familyName } });
  const check = await send('POST', '/biometrics/selfie-check', { key, json: { caseId: id } });
  await send('GET', `/biometrics/selfie-check/${check.body.id}`, { key });
  const form = captureOf(check.body.challenge);
  await send('POST', `/biometrics/selfie-check/${check.body.id}/capture`, { key, form });
  await send('GET', `/biometrics/selfie-check/${check.body.id}`);
  const began = performance.now();
  for (;;) {
    const read = await send('GET', `/cases/${id}`);
    if (read.body.status === status) return read;
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${read.body.status}, not ${status}`);
    await pause(50);
  }
}

async function reviewers(send: Send, { id, version: expectedVersion }: Exchange['body']): Promise<void> {
  await send('GET', `/cases/${id}/personal-details`);
  const { body: screenings } = await send('GET', `/aml/screen?caseId=${id}`);
  const { id: screening } = screenings.data[0];
  const { body: screened } = await send('GET', `/aml/screen/${screening}`);
  await send('GET', `/aml/screen/${screening}/report`, { headers: { Accept: 'application/json' } });
  const json = { resolution: 'true_match', reasonCode: 'same_person', note: 'Seen.' };
  await send('POST', `/aml/screen/${screening}/hits/${screened.hits[0].id}/resolution`, { json });
  const decide = { outcome: 'approved', reasons: ['seen in person'], note: 'Seen.', expectedVersion };
  await send('POST', `/cases/${id}/decision`, { json: decide });
  await send('POST', `/cases/${id}/decision`, { json: decide });
}

async function cases(send: Send, approved: string): Promise<void> {
  await send('GET', '/cases?limit=2&clientReferenceId=customer%207&status=approved');
  const { body: other } = await send('POST', '/cases', { json: newCase });
  const allowed = { allowedOrigins: ['https://shop.example'] };
  await send('POST', `/cases/${other.id}/session-keys`, { json: allowed });
  await send('DELETE', `/cases/${other.id}/session-keys`);
  await send('POST', `/test/cases/${other.id}/simulate`, { json: { to: 'processing' } });
  await send('POST', `/cases/${other.id}/cancel`);
  const { body: third } = await send('POST', '/cases', { json: newCase });
  await send('POST', `/cases/${third.id}/cancel`);
  await send('DELETE', `/cases/${approved}`);
  await send('GET', `/cases/${approved}`);
  await send('POST', `/cases/${approved}/cancel`);
  await send('GET', '/cases/case_00000000000000000000000000');
}

async function screening(send: Send): Promise<void> {
  const subject = { person: { fullName: 'Mirela Dragavei', dateOfBirth: '1990-05-17' } };
  const { body: screened } = await send('POST', '/aml/screen', { json: subject });
  await send('GET', `/aml/screen/${screened.id}`);
  const { body: watch } = await send('POST', '/aml/watch', {
    json: { ...subject, clientReferenceId: 'w 1' },
  });
  await send('GET', '/aml/watch?clientReferenceId=w%201');
  await send('GET', `/aml/watch/${watch.id}`);
  await send('DELETE', `/aml/watch/${watch.id}`);
}

async function webhooks(send: Send, id: string, caseId: string): Promise<void> {
  await send('GET', '/webhook-endpoints');
  await send('GET', `/webhook-endpoints/${id}`);
  await send('PATCH', `/webhook-endpoints/${id}`, { json: { description: 'of the shop' } });
  await send('POST', `/webhook-endpoints/${id}/test`);
  await send('POST', `/webhook-endpoints/${id}/rotate-secret`);
  await send('POST', `/webhook-endpoints/${id}/recover`, { json: { since: '2026-01-01T00:00:00Z' } });
  await send('POST', '/test/events', { json: { type: 'case.approved' } });
  const { body: events } = await send('GET', `/events?caseId=${caseId}`);
  const [{ id: event }] = events.data;
  await send('GET', `/events/${event}`);
  await send('GET', `/events/${event}/deliveries`);
  await send('POST', `/events/${event}/redeliver`, { json: {} });
  await send('DELETE', `/webhook-endpoints/${id}`);
}

async function keys(send: Send): Promise<void> {
  const { body: made } = await send('POST', '/keys', { json: { scopes: ['cases:read'], name: 'reader' } });
  const { body: rolled } = await send('POST', `/keys/${made.id}/roll`, { json: {} });
  await send('GET', '/keys');
  await send('GET', '/stats', { key: rolled.key });
  await send('DELETE', `/keys/${rolled.id}`);
}
