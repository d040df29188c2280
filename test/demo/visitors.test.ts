import { expect, test } from 'vitest';
import { askSession, openBank, visitor } from './bank.ts';

const HOUR = 3_600_000;

test('200 visitors at once see nothing of each other', async () => {
  const bank = await openBank();
  const visits = Array.from({ length: 200 }, () => visitor(bank.siteUrl));
  await Promise.all(visits.map((visit, at) => visit(at % 2 ? '/open' : '/open?fields=few')));
  const sessions = await Promise.all(
    visits.map(async (visit) => (await visit('/idv/session', askSession)).json()),
  );
  expect(new Set(sessions.map(({ caseId }) => caseId)).size).toBe(200);
  expect(bank.cases.size).toBe(200);
  // Each with the key of the next one: the service answers, but the call is the next one's own.
  await Promise.all(
    sessions.map(({ baseUrl, caseId, sessionKey }) =>
      fetch(`${baseUrl}/cases/${caseId}`, { headers: { authorization: `Bearer ${sessionKey}` } }),
    ),
  );
  const streams = await Promise.all(
    visits.map(async (visit, at) => {
      const stream = (await visit('/panel')).body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes(`/cases/${sessions[at].caseId}"`)) text += (await stream.read()).value;
      await stream.cancel();
      return text;
    }),
  );
  for (const [at, text] of streams.entries()) {
    const cases = new Set(text.match(/case_\w{26}/g));
    expect([...cases]).toEqual([sessions[at].caseId]);
    const people = new Set(text.match(/customer_[\w-]{36}/g));
    expect([...people]).toEqual([bank.cases.get(sessions[at].caseId)!.clientReferenceId]);
  }
});

test('an hour after a visitor started, the site deletes them and the service erases their case', async () => {
  let now = Date.now();
  const bank = await openBank({ now: () => now });
  const visit = visitor(bank.siteUrl);
  await visit('/open');
  await visit('/idv/session', askSession);
  const [stored] = [...bank.cases.values()];
  const other = { ...stored!, id: 'case_other', clientReferenceId: 'a customer of another site' };
  bank.cases.set(other.id, other);
  now += HOUR - 1;
  await bank.site.forgetOld();
  expect([stored!.redaction, (await visit('/return')).status]).toEqual([null, 200]);
  now += 2;
  await bank.site.forgetOld();
  expect(stored!.redaction).toMatchObject({ status: 'redacted' });
  expect(other.redaction).toBeNull();
  expect((await visit('/return')).headers.get('location')).toBe('/');
  expect((await visit('/panel')).status).toBe(401);
});

test('the next sweep erases a case that the previous one could not', async () => {
  let now = Date.now();
  const bank = await openBank({ now: () => now });
  const visit = visitor(bank.siteUrl);
  await visit('/open');
  await visit('/idv/session', askSession);
  const [stored] = [...bank.cases.values()];
  now += HOUR + 1;
  bank.refuseErasure(true);
  await expect(bank.site.forgetOld()).rejects.toThrow();
  now += HOUR;
  bank.refuseErasure(false);
  await bank.site.forgetOld();
  expect(stored!.redaction).toMatchObject({ status: 'redacted' });
});
