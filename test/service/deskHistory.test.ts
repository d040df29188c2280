import { expect, test } from 'vitest';
import { come, inReview, type Visitor } from '../support/desk.ts';
import { sharedServices, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();

/** Looks at every picture and judges. @returns the page after it. */
async function judge(visitor: Visitor, path: string, fields: Record<string, string> = {}): Promise<string> {
  const { text } = await visitor.get(path);
  for (const [, src] of text.matchAll(/<img src="([^"]+)"/g)) await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '2', life: 'alive', ...fields });
  return (await visitor.get(path)).text;
}

async function decide(
  service: TestService,
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const page = await visitor.get(path);
  const [, expectedVersion = ''] = /name="expectedVersion" value="(\d+)"/.exec(page.text) ?? [];
  expect((await visitor.post(`${path}/decision`, { expectedVersion, ...fields })).status).toBe(303);
  service.advance(11_000);
  await service.tick();
}

test('every role sees who decided a case, why, and its history with earlier details and selfies', async () => {
  const service = services('pglite');
  const { id, details, selfie } = await inReview(service, { clientReferenceId: 'customer 17' });
  const sibling = await verify(service, { clientReferenceId: 'customer 17' });
  await service.call('POST', `/cases/${sibling.id}/cancel`);
  const path = `/desk/cases/${id}`;
  const { visitor: grace } = await come(service);
  await grace.post(`${path}/claim`, {});
  expect((await grace.get(path)).text).not.toMatch(/id="story"|report\.pdf|Cases with the same reference/);
  expect((await grace.get(`${path}/report.pdf`)).status).toBe(404);
  await judge(grace, path);
  await decide(service, grace, path, {
    outcome: 'requires_input',
    reason: 'details_address',
    note: 'Street unreadable',
  });
  await details({
    familyName: 'IDVTEST_AML_POSSIBLE',
    address: { line1: '9 New Lane', city: 'Brasov', postalCode: '500001', country: 'RO' },
  });
  const { visitor: bo } = await come(service);
  await bo.post(`${path}/claim`, {});
  const judged = await judge(bo, path, { life: 'not_alive' });
  // The request of the first round is known, and the details before it; no judgement of anybody.
  expect(judged).toMatch(/Decided: ask the person again[\s\S]*Street unreadable/);
  expect(judged).toMatch(/The person was told: “Correct this detail: address”/);
  expect(judged).toContain('Strada Lunga');
  expect(judged).not.toMatch(/Faces judged|Webhook |Claimed<\/strong>/);
  expect(judged).toContain(`/desk/cases/${sibling.id}`);
  await decide(service, bo, path, { outcome: 'declined', reason: 'spoof', note: 'A screen' });
  for (const role of ['viewer', 'reviewer', 'administrator']) {
    const { visitor } = await come(service, role);
    // Whoever may judge says first that they do not.
    if (role !== 'viewer') await visitor.post(`${path}/look`, {});
    const { text } = await visitor.get(path);
    expect(text, role).toMatch(/<strong class="state">Declined<\/strong>/);
    expect(text).toMatch(/<h2[^>]*>Declined by A reviewer/);
    expect(text).toMatch(/Reasons: The recording does not show a person in front of the camera/);
    expect(text).toMatch(/Note: <q[^>]*>A screen</);
    expect(text).toMatch(/photograph, a screen or a mask/);
    expect(text).toMatch(/Consent given[\s\S]*Case created/);
    expect(text).toContain(id);
    const [, picture] = /href="([^"]+\/attempts\/bio_\w+\/0)"/.exec(text)!;
    expect((await visitor.get(picture!)).headers.get('content-type')).toMatch(/^image\//);
    const pdf = await visitor.get(`${path}/report.pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.text.startsWith('%PDF-1.7')).toBe(true);
    expect(pdf.headers.get('content-disposition')).toContain(`${id}.pdf`);
  }
  expect(selfie).toBeDefined();
});

test('pictures of attempts and the case as PDF are only for those who may see the evidence', async () => {
  const service = services('pglite');
  const { id, read } = await inReview(service);
  const path = `/desk/cases/${id}`;
  const check = (await read()).checks.selfie.id;
  const { visitor: other } = await come(service);
  const { visitor: grace } = await come(service);
  await grace.post(`${path}/claim`, {});
  for (const part of [`attempts/${check}/0`, 'report.pdf'])
    for (const visitor of [grace, other]) expect((await visitor.get(`${path}/${part}`)).status).toBe(404);
  await judge(grace, path);
  for (const part of [`attempts/${check}/0`, 'report.pdf'])
    expect((await grace.get(`${path}/${part}`)).status).toBe(200);
  expect((await grace.get(`${path}/attempts/bio_00000000000000000000000000/0`)).status).toBe(404);
});

test('one reason resolves several hits, and an unsure hit is shown as such and stays open', async () => {
  const service = services('pglite');
  const { id } = await inReview(service);
  const path = `/desk/cases/${id}`;
  const { visitor } = await come(service);
  await visitor.post(`${path}/claim`, {});
  const page = await judge(visitor, path);
  const [, hit = ''] = /name="hit" value="([^"]+)"/.exec(page)!;
  await visitor.post(`${path}/hits`, { hit, resolution: 'unsure' });
  const unsure = (await visitor.get(path)).text;
  expect(unsure).toMatch(/<span class="tag">Unsure<\/span>/);
  expect(unsure).toContain('One hit, open.');
  const none = await visitor.post(`${path}/hits`, {
    resolution: 'false_positive',
    reasonCode: 'different_name',
  });
  expect(none.status).toBe(422);
  await visitor.post(`${path}/hits`, { hit, resolution: 'false_positive', reasonCode: 'different_name' });
  expect((await visitor.get(path)).text).toContain('One hit, resolved.');
});
