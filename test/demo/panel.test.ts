import { webhooks } from 'idv-verify/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { maskJson, maskPersonal, maskText } from '../../demo/panel/mask.ts';
import type { Row } from '../../demo/panel/Recorder.ts';
import { askSession, openBank, secret, visitor } from './bank.ts';

const HOUR = 3_600_000;

/** A visitor whose page has its session, and the events of their panel. */
async function applicant(bank: Awaited<ReturnType<typeof openBank>>) {
  const visit = visitor(bank.siteUrl);
  await visit('/open');
  const session = await (await visit('/idv/session', askSession)).json();
  const send = (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${session.sessionKey}`, 'content-type': 'application/json' };
    return fetch(session.baseUrl + path, { ...init, headers });
  };
  return { visit, session, send };
}

/** Reads so many rows of the panel, and the secret before them. */
async function readPanel(visit: ReturnType<typeof visitor>, count: number) {
  const reader = (await visit('/panel')).body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const data = () => [...text.matchAll(/^data: (.+)\n(?:id: .+\n)?\n/gm)].map(([, found]) => found!);
  while (data().length <= count) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  const [panelSecret, ...rows] = data();
  return { panelSecret: panelSecret!, rows: rows.map((row) => JSON.parse(row) as Row), text };
}

const line = ({ from, to, method, path, status }: Row) => `${from} > ${to}: ${method} ${path} ${status}`;

test('the panel shows every call of its visitor in start order', async () => {
  const bank = await openBank();
  const { visit, session, send } = await applicant(bank);
  await send(`/cases/${session.caseId}`);
  const { rows } = await readPanel(visit, 4);
  expect(rows.map(line)).toEqual([
    'page > backend: POST /idv/session 200',
    `backend > service: GET /v1/cases?clientReferenceId=${bank.cases.get(session.caseId)!.clientReferenceId}&limit=1 200`,
    'backend > service: POST /v1/cases 201',
    `page > service: GET /v1/cases/${session.caseId} 200`,
  ]);
});

test('no key, state or personal value leaves the server', async () => {
  const bank = await openBank();
  const { visit, session, send } = await applicant(bank);
  const body = JSON.stringify({ familyName: 'Lovelace', mononym: true, address: { city: 'London' } });
  expect((await send(`/cases/${session.caseId}/personal-details`, { method: 'POST', body })).status).toBe(
    201,
  );
  const stored = bank.cases.get(session.caseId)!;
  await visit(`/return?case_id=${stored.id}&state=${stored.state}`);
  const { text, rows } = await readPanel(visit, 6);
  expect(text).not.toMatch(/idvs?_test_|Lovelace|London|larkspur=/);
  expect(text).not.toContain(stored.state);
  expect(text).not.toContain(secret);
  expect(rows[3]!.request.body).toEqual({ familyName: '••••', mononym: '••••', address: { city: '••••' } });
});

test('the page reaches the service only with a key of this site', async () => {
  const { siteUrl } = await openBank();
  for (const authorization of ['Bearer idvs_test_0', 'Bearer idv_test_x', '']) {
    const refused = await fetch(`${siteUrl}/service/v1/cases`, { headers: { authorization } });
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'key_invalid']);
  }
});

test('leaving the page ends its stream at the service without an error', async () => {
  const bank = await openBank();
  const { visit, session, send } = await applicant(bank);
  const print = vi.spyOn(console, 'error');
  onTestFinished(() => print.mockRestore());
  const left = new AbortController();
  const { body } = await send(`/cases/${session.caseId}/handoff`, { signal: left.signal });
  await body!.getReader().read();
  expect(bank.streams.size).toBe(1);
  left.abort();
  await expect.poll(() => bank.streams.size).toBe(0);
  const { rows } = await readPanel(visit, 4);
  expect(line(rows[3]!)).toBe(`page > service: GET /v1/cases/${session.caseId}/handoff 200`);
  expect(print).not.toHaveBeenCalled();
});

test('a verified webhook is signed again for its visitor; one extra byte breaks the signature', async () => {
  const bank = await openBank();
  await bank.site.registerWebhooks(`${bank.siteUrl}/webhooks/idv`);
  const { visit, session } = await applicant(bank);
  const { clientReferenceId } = bank.cases.get(session.caseId)!;
  const data = { caseId: session.caseId, clientReferenceId, status: 'approved', version: 4, reasons: [] };
  const event = { id: 'evt_1', type: 'case.approved', timestamp: new Date().toISOString(), data };
  const url = `${bank.siteUrl}/webhooks/idv`;
  const signed = await webhooks.signForTest(event, secret);
  await fetch(url, { method: 'POST', ...(await webhooks.signForTest(event, `${secret.slice(0, -4)}AAAA`)) });
  await fetch(url, { method: 'POST', ...signed });
  const { rows, panelSecret } = await readPanel(visit, 4);
  expect(line(rows[3]!)).toBe('service > backend: POST /webhooks/idv 204');
  const { id, timestamp, signature, body } = rows[3]!.webhook!;
  expect(body).toBe(signed.body);
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  await webhooks.verify(body, headers, panelSecret);
  await expect(webhooks.verify(`${body} `, headers, panelSecret)).rejects.toThrow();
  expect(panelSecret).not.toBe(secret);
});

test('simultaneous visitors see nothing of one another', async () => {
  const bank = await openBank();
  const all = await Promise.all(Array.from({ length: 20 }, () => applicant(bank)));
  await Promise.all(all.map(({ send, session }) => send(`/cases/${session.caseId}`)));
  const panels = await Promise.all(all.map(({ visit }) => readPanel(visit, 4)));
  panels.forEach(({ text, rows }, index) => {
    expect(rows).toHaveLength(4);
    all.forEach(({ session }, other) => {
      expect(text.includes(session.caseId)).toBe(other === index);
    });
  });
});

test('after an hour a visitor is deleted with their calls and session key', async () => {
  let now = Date.now();
  const bank = await openBank({ now: () => now });
  const { visit, session, send } = await applicant(bank);
  now += HOUR - 1;
  expect((await send(`/cases/${session.caseId}`)).status).toBe(200);
  now += 1;
  expect((await send(`/cases/${session.caseId}`)).status).toBe(401);
  expect((await visit('/panel')).status).toBe(401);
});

test('masking depends on the field, and a secret is masked in every field', () => {
  const policy = { minAge: 18, fields: { email: 'hidden' } };
  const body = { id: 'case_1', email: 'a@b.example', prefill: { givenName: 'Ada', list: [1] }, policy };
  expect(maskJson(body)).toEqual({
    ...body,
    email: '••••',
    prefill: { givenName: '••••', list: ['••••'] },
  });
  expect(maskJson({ newField: 'text', title: 'whsec_abcdefghijklmnop' })).toEqual({
    newField: '••••',
    title: '••••',
  });
  expect(maskJson({ code: 'BCDFGHJK', qr: { size: 37, path: 'M0 0h7' } })).toEqual({
    code: '••••',
    qr: { size: '••••', path: '••••' },
  });
  expect(maskJson({ code: 'rate_limited' })).toEqual({ code: 'rate_limited' });
  expect(maskPersonal({ a: [{ b: 1, c: null }] })).toEqual({ a: [{ b: '••••', c: null }] });
  expect(maskText('/return?case_id=case_1&state=abc')).toBe('/return?case_id=case_1&state=••••');
});
