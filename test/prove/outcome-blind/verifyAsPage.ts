import { randomUUID } from 'node:crypto';
import type { TestOutcome } from '../../../src/contract/testMode.ts';
import type { CallOptions, Reply, TestService } from '../../support/openService.ts';
import { captureOf, newCase, person } from '../../support/verification.ts';

/** A case submitted by its page, and the page's state of it. */
export interface PageCase {
  id: string;
  checkId: string;
  key: string;
  /** The customer's reference for the person: by it the helper finds the case again. */
  reference: string;
  /** The last capture, to be sent again. */
  capture(): FormData;
  etag: string;
  /** Each answer on the way, without what differs from case to case. */
  answers: string[];
}

/** A whole verification with a session key alone, one attempt at the selfie, whose family name forces an outcome. */
export async function verifyAsPage(
  service: TestService,
  outcome: TestOutcome,
  order: 'details first' | 'selfie first',
): Promise<PageCase> {
  const session = { allowedOrigins: ['https://shop.example'] };
  const reference = randomUUID();
  const json = { ...newCase, session, clientReferenceId: reference, policy: { maxSelfieAttempts: 1 } };
  const { id, session: made } = (await service.call('POST', '/cases', { json })).body;
  const key: string = made.sessionKey;
  const answers: string[] = [];
  const send = async (path: string, options: CallOptions): Promise<Reply> => {
    const reply = await service.call('POST', path, { key, ...options });
    answers.push(`${path.split('/').at(-1)} ${reply.status} ${Object.keys(reply.body ?? {})}`);
    await service.tick();
    return reply;
  };
  const details = () =>
    send(`/cases/${id}/personal-details`, { json: { ...person, familyName: `IDVTEST_${outcome}` } });
  await send(`/cases/${id}/consent`, { json: { biometric: true, textVersion: '1', locale: 'en' } });
  if (order === 'details first') await details();
  const { body: check } = await send('/biometrics/selfie-check', { json: { caseId: id } });
  const capture = () => captureOf(check.challenge);
  await send(`/biometrics/selfie-check/${check.id}/capture`, { body: capture() });
  if (order === 'selfie first') await details();
  const { headers } = await service.call('GET', `/cases/${id}`, { key });
  return { id, checkId: check.id, key, reference, capture, etag: headers.get('ETag')!, answers };
}
