import { createIdvClient } from '../../../src/server/createIdvClient.ts';
import type { Reply, TestService } from '../../support/openService.ts';
import { newCase, person } from '../../support/verification.ts';
import type { PageCase } from './verifyAsPage.ts';

/** One read or attempt of a page, and its result without ids and times. */
export interface Look {
  name: string;
  text: string;
}

/** Everything that the page of a case can read or try once it has sent all in. */
export async function lookAsPage(service: TestService, page: PageCase): Promise<Look[]> {
  const { call } = service;
  const { id, checkId, key, etag } = page;
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  const tries: Record<string, () => Promise<Reply>> = {
    case: () => call('GET', `/cases/${id}`, { key }),
    'case, if changed': () => call('GET', `/cases/${id}`, { key, headers: { 'If-None-Match': etag } }),
    check: () => call('GET', `/biometrics/selfie-check/${checkId}`, { key }),
    consent: () => call('POST', `/cases/${id}/consent`, { key, json: consent }),
    'no consent': () => call('POST', `/cases/${id}/consent`, { key, json: { ...consent, biometric: false } }),
    details: () => call('POST', `/cases/${id}/personal-details`, { key, json: person }),
    'another check': () => call('POST', '/biometrics/selfie-check', { key, json: { caseId: id } }),
    'more time': () => call('POST', `/biometrics/selfie-check/${checkId}/extend`, { key }),
    capture: () => call('POST', `/biometrics/selfie-check/${checkId}/capture`, { key, body: page.capture() }),
    'the details back': () => call('GET', `/cases/${id}/personal-details`, { key }),
    cancel: () => call('POST', `/cases/${id}/cancel`, { key }),
    events: () => call('GET', `/events?caseId=${id}`, { key }),
    screenings: () => call('GET', `/aml/screen?caseId=${id}`, { key }),
    'the hand-off': () => call('GET', `/cases/${id}/handoff`, { key }),
    'another hand-off': () => call('POST', `/cases/${id}/handoff`, { key }),
    'the digits': () => call('POST', `/cases/${id}/handoff/confirm`, { key, json: { digits: '0000' } }),
    'the case, as a phone': () => call('GET', `/cases/${id}`, { key: page.phone.key }),
    'the check, as a phone': () =>
      call('GET', `/biometrics/selfie-check/${checkId}`, { key: page.phone.key }),
    'the end, as a phone': () => call('DELETE', `/cases/${id}/handoff`, { key: page.phone.key }),
    'a phone again': () => returnAs(service, '/handoffs/join', { caseId: id }, page.phone),
    'the link elsewhere': () => call('POST', '/links/redeem', { key: null, json: { secret: page.secret } }),
    'the link again': () => returnAs(service, '/links/redeem', { secret: page.secret }, page),
    'the page again': () => returnAs(service, '/links/redeem', { caseId: id }, page),
  };
  const looks: Look[] = [{ name: 'on the way', text: page.answers.join('; ') }];
  for (const [name, look] of Object.entries(tries)) looks.push({ name, text: textOf(await look(), page) });
  looks.push({ name: 'a reload', text: await reload(service, page) });
  return looks;
}

/** A browser that opened the link, or the phone, returns with its cookie and continues with the key that it gets. */
async function returnAs(
  { call }: TestService,
  path: string,
  json: object,
  browser: { key: string; cookie: string },
): Promise<Reply> {
  const reply = await call('POST', path, { key: null, json, headers: { Cookie: browser.cookie } });
  browser.key = reply.body.session?.sessionKey ?? browser.key;
  return reply;
}

/** The response to a reloaded page, from the helper of the customer's back end: the same case, or another one. */
async function reload({ url, keys }: TestService, { id, reference }: PageCase): Promise<string> {
  const idv = createIdvClient({ apiKey: keys.test, baseUrl: `${url}/v1`, maxRetries: 0 });
  const handle = idv.sessionHandler(async () => ({
    ...newCase,
    type: 'kyc_individual',
    clientReferenceId: reference,
  }));
  const response = await handle(
    new Request('https://shop.example/idv/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: '{}',
    }),
  );
  const body = (await response.json()) as { caseId?: string };
  return `${response.status} ${Object.keys(body)} ${body.caseId === id ? 'the same case' : 'another case'}`;
}

/** Headers, body and their order; ids, keys and times differ from case to case. */
function textOf({ status, headers, body }: Reply, { id, checkId }: PageCase): string {
  const plain = [...headers].filter(([name]) => !['date', 'request-id', 'content-length'].includes(name));
  return `${status} ${JSON.stringify(plain)} ${JSON.stringify(body)}`
    .replaceAll(id, 'CASE')
    .replaceAll(checkId, 'CHECK')
    .replaceAll(/req_\w{26}/g, 'REQUEST')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/idvs_\w+/g, 'KEY')
    .replaceAll(/(__Host-[\w-]+=)[\w-]+/g, '$1COOKIE')
    .replaceAll(/"digits":"\d+"/g, '"digits":"DIGITS"')
    .replaceAll(/("nonce":|"steps":)("[^"]*"|\[[^\]]*\])/g, '$1CHALLENGE');
}
