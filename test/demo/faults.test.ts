import { webhooks } from 'idv-verify/server';
import { expect, test } from 'vitest';
import { askSession, openBank, secret, visitor } from './bank.ts';

/** A visitor who has opened the page of a scenario. */
async function applicant(scenario: string, bank: Awaited<ReturnType<typeof openBank>>) {
  const visit = visitor(bank.siteUrl);
  await visit(`/open?scenario=${scenario}`);
  return { visit, ask: () => visit('/idv/session', askSession) };
}

test('the back end is unavailable for eight seconds from the first request', async () => {
  let now = Date.now();
  const { ask } = await applicant('backend_away', await openBank({ now: () => now }));
  expect((await ask()).status).toBe(503);
  now += 7_999;
  expect((await ask()).status).toBe(503);
  now += 1;
  expect((await ask()).status).toBe(200);
});

test('the session expires once, after the consent', async () => {
  const { ask } = await applicant('session_over', await openBank());
  const consent = async () => {
    const { baseUrl, sessionKey, caseId } = await (await ask()).json();
    const headers = { authorization: `Bearer ${sessionKey}` };
    const send = () => fetch(`${baseUrl}/cases/${caseId}/consent`, { method: 'POST', headers });
    return [(await send()).status, (await send()).status];
  };
  expect(await consent()).toEqual([200, 401]);
  expect(await consent()).toEqual([200, 200]);
});

test('the first delivery of each event is lost, the next one succeeds', async () => {
  const bank = await openBank();
  const url = `${bank.siteUrl}/webhooks/idv`;
  await bank.site.registerWebhooks(url);
  const { visit, ask } = await applicant('webhook_lost', bank);
  await ask();
  const [stored] = [...bank.cases.values()];
  const data = { caseId: stored!.id, clientReferenceId: stored!.clientReferenceId, reasons: [] };
  const event = {
    id: 'evt_1',
    type: 'case.approved',
    timestamp: new Date().toISOString(),
    data: { ...data, status: 'approved', version: 4 },
  };
  const deliver = async () =>
    (await fetch(url, { method: 'POST', ...(await webhooks.signForTest(event, secret)) })).status;
  expect(await deliver()).toBe(500);
  expect((await visit('/open')).status).toBe(200);
  expect(await deliver()).toBe(204);
  expect((await visit('/open')).headers.get('location')).toBe('/return');
});
