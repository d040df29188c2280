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
  /** The secret of the link to its hosted page. */
  secret: string;
  /** Of the browser that opened the link. */
  cookie: string;
  /** The phone that took the selfie. */
  phone: { key: string; cookie: string };
  /** Each response on the way, without the parts that differ between cases. */
  answers: string[];
}

/**
 * A whole verification with session keys alone, one attempt at the selfie, whose family name forces an outcome: on the hosted
 * page, with a phone for the selfie.
 */
export async function verifyAsPage(
  service: TestService,
  outcome: TestOutcome,
  order: 'details first' | 'selfie first',
): Promise<PageCase> {
  const reference = randomUUID();
  const json = { ...newCase, link: true, clientReferenceId: reference, policy: { maxSelfieAttempts: 1 } };
  const { id, link } = (await service.call('POST', '/cases', { json })).body;
  const secret = secretOf(link);
  const opened = await service.call('POST', '/links/redeem', { key: null, json: { secret } });
  const key: string = opened.body.session.sessionKey;
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
  const { body: started } = await send(`/cases/${id}/handoff`, { json: {} });
  const joined = await send('/handoffs/join', { key: null, json: { secret: secretOf(started) } });
  const { digits, session } = joined.body;
  await send(`/cases/${id}/handoff/confirm`, { json: { digits } });
  const phone = { key: session.sessionKey as string, cookie: cookieOf(joined) };
  const { body: check } = await send('/biometrics/selfie-check', { key: phone.key, json: { caseId: id } });
  const capture = () => captureOf(check.challenge);
  await send(`/biometrics/selfie-check/${check.id}/capture`, { key: phone.key, body: capture() });
  if (order === 'selfie first') await details();
  const { headers } = await service.call('GET', `/cases/${id}`, { key });
  const etag = headers.get('ETag')!;
  const cookie = cookieOf(opened);
  return { id, checkId: check.id, key, reference, capture, etag, answers, secret, cookie, phone };
}

const secretOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);

/** The cookie that an answer sets. */
const cookieOf = ({ headers }: Reply) => headers.get('Set-Cookie')?.split(';')[0] ?? '';
