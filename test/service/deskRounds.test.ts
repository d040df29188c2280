import { expect, test } from 'vitest';
import { readConfig } from '../../src/service/settings/config.ts';
import { come, inReview, type Visitor } from '../support/desk.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const EVIDENCE = /Testcase|IDVTEST|What was measured|Hits on lists/;

async function judge(visitor: Visitor, path: string): Promise<string> {
  const { text } = await visitor.get(path);
  for (const [, src] of text.matchAll(/(?:src|href)="([^"]+\/(?:frames\/\d+|reference))"/g))
    await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '2', life: 'alive' });
  return (await visitor.get(path)).text;
}

async function decide(
  service: TestService,
  visitor: Visitor,
  path: string,
  form: { outcome: string; reason: string; note?: string },
): Promise<string> {
  const { version } = (await service.call('GET', path.replace('/desk', ''))).body;
  const { status, text } = await visitor.post(`${path}/decision`, { expectedVersion: `${version}`, ...form });
  service.advance(11_000);
  await service.tick();
  return `${status} ${/\b(hits_unresolved|reason_conflict|validation_failed)\b/.exec(text)?.[0] ?? ''}`.trim();
}

const declined = { outcome: 'declined', reason: 'spoof', note: 'A mask.' };

test('who has opened the evidence of a decided case does not judge it again; nobody else sees it by chance', async () => {
  const service = await startTestService();
  const { id, read } = await inReview(service);
  const path = `/desk/cases/${id}`;
  const json = { outcome: 'declined', expectedVersion: (await read()).version };
  await service.call('POST', `/cases/${id}/decision`, { json });
  const [{ visitor: one }, { visitor: two }] = [await come(service), await come(service)];
  const before = (await one.get(path)).text;
  expect(before).not.toMatch(EVIDENCE);
  expect((await one.get(`${path}/frames/0`)).status).toBe(404);
  expect((await one.post(`${path}/look`, {})).status).toBe(303);
  expect((await one.get(path)).text).toMatch(EVIDENCE);
  expect((await one.post(`${path}/overturn`, {})).text).toContain('same_reviewer');
  expect((await two.post(`${path}/overturn`, {})).status).toBe(303);
  expect((await two.get(path)).text).not.toMatch(EVIDENCE);
  // A name is evidence too.
  const { visitor: third } = await come(service);
  const found = await third.post('/desk/search/name', {
    name: 'IDVTEST_AML_POSSIBLE',
    reason: 'a complaint',
  });
  expect(found.text).toContain(path);
  expect((await third.post(`${path}/overturn`, {})).text).toContain('same_reviewer');
});

test('a case that comes back goes to somebody who has not seen it, unless nobody else is left', async () => {
  const service = await startTestService();
  const { id, details } = await inReview(service);
  const path = `/desk/cases/${id}`;
  const { visitor: first } = await come(service);
  const { visitor: viewer } = await come(service, 'viewer');
  const again = async () => {
    await details({ familyName: 'Adler', dateOfBirth: '1981-02-03' });
    expect((await viewer.get(path)).text).toMatch(/Adler/);
  };
  await first.post(`${path}/claim`, {});
  await judge(first, path);
  await decide(service, first, path, { outcome: 'requires_input', reason: 'details_name' });
  await again();
  // The only one who is left judges it, rather than nobody.
  expect((await first.post('/desk/next', {})).to).toBe(path);
  await first.post(`${path}/release`, {});
  const { visitor: second } = await come(service);
  expect((await first.post('/desk/next', {})).to).toBe('/desk/nothing');
  expect((await first.post(`${path}/claim`, {})).text).toContain('same_reviewer');
  expect((await first.get(path)).text).not.toMatch(EVIDENCE);
  // A viewer has seen it; as a reviewer they do not judge it.
  const rev = await service.deps.db
    .selectFrom('reviewers')
    .selectAll()
    .where('role', '=', 'viewer')
    .execute();
  await service.deps.db
    .updateTable('reviewers')
    .set({ role: 'reviewer' })
    .where('id', '=', rev[0]!.id)
    .execute();
  expect((await viewer.post(`${path}/claim`, {})).text).toContain('same_reviewer');
  expect((await second.post('/desk/next', {})).to).toBe(path);
  expect((await second.get(path)).text).not.toMatch(EVIDENCE);
});

test('a case of a reference opens after the judgement of another one that waits', async () => {
  const service = await startTestService();
  const input = { clientReferenceId: 'customer 1005' };
  const decidedCase = await inReview(service, input);
  const json = { outcome: 'declined', expectedVersion: (await decidedCase.read()).version };
  await service.call('POST', `/cases/${decidedCase.id}/decision`, { json });
  const waiting = await inReview(service, input);
  const [old, current] = [`/desk/cases/${decidedCase.id}`, `/desk/cases/${waiting.id}`];
  const { visitor } = await come(service, 'administrator');
  await visitor.post(`${current}/claim`, {});
  const pages = [
    old,
    '/desk/search?q=customer+1005',
    `/desk/audit?subject=${decidedCase.id}`,
    `/desk/search?q=${decidedCase.id}`,
  ];
  for (const page of pages) expect((await visitor.get(page)).text).not.toMatch(/declined|mirela|look-title/i);
  expect((await visitor.post(`${old}/look`, {})).status).toBe(409);
  expect(
    (await visitor.post('/desk/search/name', { name: 'Mirela', reason: 'a complaint' })).text,
  ).not.toContain(old);
  await judge(visitor, current);
  expect((await visitor.get(old)).text).toContain('look-title');
  expect((await visitor.post(`${old}/look`, {})).status).toBe(303);
  expect((await visitor.get(old)).text).toMatch(/Mirela/);
});

test('a sample has the rules, the texts and the reason for review of a case that waits', async () => {
  const desk = { ...readConfig({}).desk, qaSamplePercent: 100 };
  const service = await startTestService({ config: { desk } });
  const clientReferenceId = 'customer 7';
  const person = { familyName: 'IDVTEST_AML_POSSIBLE', dateOfBirth: '1977-07-07' };
  const first = await verify(service, { clientReferenceId });
  await first.consent();
  await first.details(person);
  const screening = (await first.read()).checks.aml.id;
  const [{ id: hit }] = (await service.call('GET', `/aml/screen/${screening}`)).body.hits;
  const ruledOut = { resolution: 'false_positive', reasonCode: 'different_name', note: 'Earlier words' };
  await service.call('POST', `/aml/screen/${screening}/hits/${hit}/resolution`, { json: ruledOut });
  await service.call('POST', `/cases/${first.id}/cancel`);
  // The same customer again: a rule approves, and the approval is sampled.
  const { id, consent, details, selfie, read } = await verify(service, { clientReferenceId });
  await consent();
  await details(person);
  await selfie();
  const before = await read();
  expect(before.status).toBe('approved');
  const path = `/desk/cases/${id}`;
  const { visitor } = await come(service);
  await visitor.post(`${path}/claim`, {});
  const page = await judge(visitor, path);
  expect(page).toMatch(/review required/i);
  expect(page).not.toMatch(/Earlier words|sample|approved automatically/i);
  const approved = { outcome: 'approved', reason: 'hits_ruled_out' };
  expect(await decide(service, visitor, path, approved)).toBe('409 hits_unresolved');
  await visitor.post(`${path}/hits`, { hit, resolution: 'true_match', reasonCode: 'same_person' });
  expect(await decide(service, visitor, path, approved)).toBe('422 reason_conflict');
  expect(await decide(service, visitor, path, { ...approved, reason: 'document_seen' })).toBe(
    '422 validation_failed',
  );
  await visitor.post(`${path}/hits`, {
    hit,
    resolution: 'false_positive',
    reasonCode: 'different_name',
    note: 'Mine',
  });
  expect(await decide(service, visitor, path, declined)).toBe('303');
  expect(await read()).toEqual(before);
  const { hits } = (await service.call('GET', `/aml/screen/${before.checks.aml.id}`)).body;
  expect(hits[0].note).toBe('Earlier words');
});
