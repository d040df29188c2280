import { expect, test } from 'vitest';
import { come, decideAt, inReview, judgeAt, type Visitor } from '../support/desk.ts';
import { databases, sharedServices, startTestService, type TestService } from '../support/service.ts';

const services = sharedServices();
const idsOf = (text: string) => [...text.matchAll(/href="\/desk\/cases\/(case_\w+)"/g)].map(([, id]) => id!);

/** Who somebody is, and the name under which others see them. */
async function person(service: TestService, name: string, role = 'reviewer') {
  const { visitor } = await come(service, role);
  const { reviewer: id } = await service.deps.db
    .selectFrom('desk_sessions')
    .select('reviewer')
    .orderBy('reviewer', 'desc')
    .executeTakeFirstOrThrow();
  await service.deps.db.updateTable('reviewers').set({ name }).where('id', '=', id).execute();
  return { visitor, id };
}

const next = async (visitor: Visitor) => (await visitor.post('/desk/next', {})).to.split('/').at(-1);

test.each(databases)(
  'a case that is passed to a person is theirs until it is due, on %s',
  async (database) => {
    const service = await startTestService({ database });
    const [ada, bo, cy] = [
      await person(service, 'Ada'),
      await person(service, 'Bo'),
      await person(service, 'Cy'),
    ];
    const [{ id }, later] = [await inReview(service), await inReview(service)];
    await ada.visitor.post(`/desk/cases/${id}/claim`, {});
    const page = (await ada.visitor.get(`/desk/cases/${id}`)).text;
    expect(page).toContain(`<option value="${bo.id}">to Bo</option>`);
    expect(page).not.toContain(`<option value="${ada.id}">`);
    expect((await ada.visitor.post(`/desk/cases/${id}/skip`, { to: ada.id })).status).toBe(422);
    expect((await ada.visitor.post(`/desk/cases/${id}/skip`, { to: bo.id, reason: 'language' })).status).toBe(
      303,
    );
    expect((await cy.visitor.get('/desk')).text).toContain('For Bo');
    expect(idsOf((await cy.visitor.get('/desk?show=free')).text)).toEqual([later.id]);
    expect(await next(cy.visitor)).toBe(later.id);
    expect(idsOf((await bo.visitor.get('/desk?show=mine')).text)).toEqual([id]);
    expect(await next(bo.visitor)).toBe(id);
    await bo.visitor.post(`/desk/cases/${id}/release`, {});
    expect(await next(cy.visitor)).toBe('nothing');
    service.advance(25 * 3_600_000);
    const { visitor: dee } = await come(service);
    expect(idsOf((await dee.get('/desk?show=free')).text)).toContain(id);
  },
);

test('nobody gets a case passed whose evidence they have seen', async () => {
  const service = services('pglite');
  const [ada, bo] = [await person(service, 'Ada'), await person(service, 'Bo')];
  const { id } = await inReview(service);
  await service.deps.db
    .insertInto('seen_evidence')
    .values({ case_id: id, reviewer: bo.id, at: service.deps.clock() })
    .execute();
  await ada.visitor.post(`/desk/cases/${id}/claim`, {});
  expect((await ada.visitor.get(`/desk/cases/${id}`)).text).not.toContain(`value="${bo.id}"`);
  expect((await ada.visitor.post(`/desk/cases/${id}/skip`, { to: bo.id })).status).toBe(422);
});

test('urgent cases come first, on every page of the queue', async () => {
  const service = await startTestService();
  const [{ visitor }, { visitor: viewer }] = [await come(service), await come(service, 'viewer')];
  const made = [await inReview(service), await inReview(service), await inReview(service)];
  const [first, second, third] = made.map(({ id }) => id) as [string, string, string];
  await visitor.post(`/desk/cases/${third}/priority`, { priority: '0' });
  await visitor.post(`/desk/cases/${first}/priority`, { priority: '2' });
  expect(idsOf((await visitor.get('/desk')).text)).toEqual([third, second, first]);
  expect(await next(visitor)).toBe(third);
  expect((await visitor.get(`/desk/cases/${third}`)).text).toMatch(/<dt>Priority<\/dt><dd>Urgent/);
  expect((await viewer.post(`/desk/cases/${first}/priority`, { priority: '0' })).status).toBe(403);
  expect((await visitor.post(`/desk/cases/${first}/priority`, { priority: '7' })).status).toBe(422);
});

test.each(databases)('comments carry names, and tell nobody who may still judge, on %s', async (database) => {
  const service = await startTestService({ database });
  const [ada, bo, cy] = [
    await person(service, 'Ada Quill'),
    await person(service, 'Bo'),
    await person(service, 'Cy', 'viewer'),
  ];
  const write = async (visitor: Visitor, id: string, comment: string) =>
    (await visitor.post(`/desk/cases/${id}/comments`, { comment })).status;
  const { id } = await inReview(service, { policy: { fourEyes: 'always' } });
  await ada.visitor.post(`/desk/cases/${id}/claim`, {});
  expect(await write(ada.visitor, id, 'Too early')).toBe(409);
  await judgeAt(ada.visitor, id);
  expect(await write(ada.visitor, id, 'A <b>scar</b> over the eye')).toBe(303);
  expect((await ada.visitor.get(`/desk/cases/${id}`)).text).toContain(
    'A &lt;b&gt;scar&lt;/b&gt; over the eye',
  );
  await ada.visitor.post(`/desk/cases/${id}/release`, {});
  expect(await judgeAt(bo.visitor, id)).not.toContain('over the eye');
  await bo.visitor.post(`/desk/cases/${id}/release`, {});
  await decideAt(service, bo.visitor, id, { outcome: 'declined', reason: 'spoof' });
  await decideAt(service, ada.visitor, id, { outcome: 'declined', reason: 'spoof' });
  for (const { visitor } of [bo, cy]) {
    const { text } = await visitor.get(`/desk/cases/${id}`);
    expect(text).toMatch(/Comment<\/strong> <span class="any">by Ada Quill<[\s\S]*over the eye/);
  }
  expect(await write(cy.visitor, id, 'A viewer')).toBe(403);
  const stored = await service.deps.db.selectFrom('case_comments').selectAll().execute();
  expect(Buffer.from(stored[0]!.sealed_text).toString('latin1')).not.toContain('scar');
  await service.call('DELETE', `/cases/${id}`);
  await service.tick();
  expect(await service.deps.db.selectFrom('case_comments').selectAll().execute()).toEqual([]);
});

test('where one person decides, the next reader of a case that was passed on reads the comment after the judgement', async () => {
  const service = services('pglite');
  const [ada, bo] = [await person(service, 'Ada'), await person(service, 'Bo')];
  const { id } = await inReview(service);
  await judgeAt(ada.visitor, id);
  await ada.visitor.post(`/desk/cases/${id}/comments`, { comment: 'Reads like Georgian' });
  await ada.visitor.post(`/desk/cases/${id}/skip`, { to: bo.id, reason: 'language' });
  await bo.visitor.post(`/desk/cases/${id}/claim`, {});
  expect((await bo.visitor.get(`/desk/cases/${id}`)).text).not.toContain('Georgian');
  expect(await judgeAt(bo.visitor, id)).toContain('Reads like Georgian');
});

test('an administrator who settles a disagreement sees both positions after their own judgement', async () => {
  const service = services('pglite');
  const [ada, bo] = [await person(service, 'Ada'), await person(service, 'Bo')];
  const { id, read } = await inReview(service, { policy: { fourEyes: 'always' } });
  await decideAt(service, ada.visitor, id, { outcome: 'approved', reason: 'same_person', note: 'One scar' });
  await decideAt(service, bo.visitor, id, { outcome: 'declined', reason: 'spoof', note: 'An edge' });
  const { visitor: lead } = await come(service, 'administrator');
  expect(idsOf((await lead.get('/desk?show=settle')).text)).toContain(id);
  await lead.post(`/desk/cases/${id}/claim`, {});
  const before = (await lead.get(`/desk/cases/${id}`)).text;
  expect(before).not.toMatch(/One scar|An edge|Two reviewers disagree/);
  const after = await judgeAt(lead, id);
  expect(after).toMatch(
    /Two reviewers disagree: you settle it[\s\S]*Ada<\/strong>: approved[\s\S]*One scar[\s\S]*Bo<\/strong>: declined[\s\S]*An edge/,
  );
  await lead.post(`/desk/cases/${id}/release`, {});
  await decideAt(service, lead, id, { outcome: 'declined', reason: 'spoof' });
  expect((await read()).status).toBe('declined');
});

test('filters by reason and list are for those who do not judge what they show', async () => {
  const service = await startTestService();
  const { id } = await inReview(service);
  const [{ visitor: viewer }, lead, { visitor: judge }] = [
    await come(service, 'viewer'),
    await person(service, 'Lead', 'administrator'),
    await come(service),
  ];
  const [list] = (
    await service.deps.db.selectFrom('aml_screenings').select('hit_lists').executeTakeFirstOrThrow()
  ).hit_lists!;
  const shown = async (visitor: Visitor, query: string) => idsOf((await visitor.get(`/desk?${query}`)).text);
  for (const [query, ids] of [
    ['reason=aml_possible_match', [id]],
    ['reason=selfie_spoof_suspected', []],
    [`list=${list}`, [id]],
    ['list=of_nobody', []],
  ] as const)
    expect([query, await shown(viewer, query)]).toEqual([query, ids]);
  // A reviewer has no such filter: the address changes nothing.
  expect(await shown(judge, 'reason=selfie_spoof_suspected')).toEqual([id]);
  expect(await next(lead.visitor)).toBe(id);
  await lead.visitor.post(`/desk/cases/${id}/release`, {});
  expect(await shown(lead.visitor, 'reason=aml_possible_match')).toEqual([id]);
  expect((await lead.visitor.post(`/desk/cases/${id}/claim`, {})).status).toBe(403);
});

test('one resolution holds for the same entry in the other cases of the customer', async () => {
  const service = services('pglite');
  const { visitor } = await come(service);
  const details = { familyName: 'IDVTEST_AML_POSSIBLE', dateOfBirth: '1959-03-08' };
  const made = [];
  for (const clientReferenceId of ['customer 9', 'customer 9', 'customer 10']) {
    const one = await inReview(service, { clientReferenceId }, details);
    made.push(one);
  }
  const [one, other, stranger] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
  const page = await judgeAt(visitor, one.id);
  expect(page).toContain('Also in the customer’s other cases');
  const [, hit = ''] = /name="hit" value="([^"]+)"/.exec(page)!;
  const form = { hit, resolution: 'false_positive', reasonCode: 'deceased', everywhere: 'yes' };
  expect((await visitor.post(`/desk/cases/${one.id}/hits`, form)).status).toBe(303);
  const resolutionOf = async ({ read }: typeof one) =>
    (await service.call('GET', `/aml/screen/${(await read()).checks.aml.id}`)).body.hits[0].reasonCode;
  expect([await resolutionOf(one), await resolutionOf(other), await resolutionOf(stranger)]).toEqual([
    'deceased',
    'deceased',
    null,
  ]);
});

test('other cases with the same number of a document stand after the judgement', async () => {
  const service = services('pglite');
  const { visitor } = await come(service);
  const [one, other] = [await inReview(service), await inReview(service)];
  for (const { id } of [one, other])
    await service.deps.db
      .insertInto('document_marks')
      .values({ case_id: id, check_id: 'doc_1', number_mark: 'mark', name_mark: null, file_marks: '{}' })
      .execute();
  await visitor.post(`/desk/cases/${one.id}/claim`, {});
  expect((await visitor.get(`/desk/cases/${one.id}`)).text).not.toContain(other.id);
  expect(await judgeAt(visitor, one.id)).toMatch(
    new RegExp(`Cases with the same document[\\s\\S]*${other.id}`),
  );
});

test('reasons and templates of the organisation are offered in the reader’s language, and only for their decision', async () => {
  const service = await startTestService();
  const [lead, ada] = [await person(service, 'Lead', 'administrator'), await person(service, 'Ada')];
  const put = (fields: Record<string, string>) => lead.visitor.post('/desk/house', fields);
  const texts = [
    { kind: 'declined', code: 'customer_withdrew', language: 'en', text: 'The customer withdrew' },
    { kind: 'declined', code: 'customer_withdrew', language: 'de', text: 'Antrag zurückgezogen' },
    { kind: 'note', code: 'no_answer', language: 'en', text: 'No answer within a week.' },
    { kind: 'message', code: 'light', language: 'en', text: 'Please sit by a window.' },
  ];
  for (const one of texts) expect((await put(one)).status).toBe(303);
  for (const wrong of [{ code: 'X' }, { language: 'xx' }, { kind: 'rude' }, { kind: 'note' }])
    expect([wrong, (await put({ ...texts[0]!, ...wrong })).status]).toEqual([wrong, 422]);
  expect((await ada.visitor.get('/desk/house')).status).toBe(403);
  const { id, read } = await inReview(service);
  expect(await judgeAt(ada.visitor, id)).toMatch(/The customer withdrew[\s\S]*No answer within a week/);
  const { text } = await ada.visitor.get('/desk/settings');
  const keys = [...text.matchAll(/name="(key-[^"]+)" value="([^"]+)"/g)].map(([, name, key]) => [
    name!,
    key!,
  ]);
  await ada.visitor.post('/desk/settings', { ...Object.fromEntries(keys), language: 'de' });
  expect((await ada.visitor.get(`/desk/cases/${id}`)).text).toContain('Antrag zurückgezogen');
  const { version } = await read();
  const decision = { outcome: 'approved', reason: 'house_customer_withdrew', expectedVersion: `${version}` };
  const refused = await ada.visitor.post(`/desk/cases/${id}/decision`, decision);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('reason_conflict')]);
  await decideAt(service, ada.visitor, id, { outcome: 'declined', reason: 'house_customer_withdrew' });
  expect((await read()).decision.reasons).toEqual(['house_customer_withdrew']);
  expect((await lead.visitor.get(`/desk/cases/${id}`)).status).toBe(200);
  const { visitor: viewer } = await come(service, 'viewer');
  expect((await viewer.get(`/desk/cases/${id}`)).text).toContain('Reasons: The customer withdrew.');
  const asked = await inReview(service);
  await decideAt(service, ada.visitor, asked.id, { outcome: 'requires_input', reason: 'selfie_too_dark' });
  const link = await ada.visitor.post(`/desk/cases/${asked.id}/link`, { template: 'house_light' });
  expect(link.text).toContain('Please sit by a window.\n\n');
  await put({ ...texts[3]!, text: '' });
  expect((await lead.visitor.get('/desk/house')).text).not.toContain('house_light');
});

test.each(databases)('statistics count decisions by reviewer, reason and list, on %s', async (database) => {
  const service = await startTestService({ database });
  const ada = await person(service, 'Ada');
  const [one, other] = [await inReview(service), await inReview(service)];
  await ada.visitor.post(`/desk/cases/${one.id}/claim`, {});
  await ada.visitor.get(`/desk/cases/${one.id}`);
  service.advance(60_000);
  await decideAt(service, ada.visitor, one.id, { outcome: 'approved', reason: 'same_person' });
  service.advance(25 * 3_600_000);
  const again = await come(service, 'reviewer');
  await decideAt(service, again.visitor, other.id, { outcome: 'declined', reason: 'spoof' });
  const reader = await person(service, 'Lead', 'administrator');
  const { text } = await reader.visitor.get('/desk/statistics');
  expect(text).toMatch(/By reviewer[\s\S]*Ada[\s\S]*By reason for the review[\s\S]*possible match on a list/);
  const csv = (await reader.visitor.post('/desk/statistics/export', { days: '30' })).text
    .trim()
    .split('\r\n');
  const [head, ...lines] = csv.map((line) => line.split(','));
  const rows = lines.map((line) => Object.fromEntries(line.map((cell, at) => [head![at]!, cell])));
  const ofAda = rows.find(({ by, group }) => by === 'reviewer' && group === ada.id)!;
  expect(ofAda).toMatchObject({
    name: 'Ada',
    decided: '1',
    approved: '1',
    due: '1',
    dueMet: '1',
    reopened: '0',
  });
  expect(Number(ofAda['medianSeconds'])).toBeGreaterThanOrEqual(60);
  const byReason = rows.find(({ by, group }) => by === 'reason' && group === 'aml_possible_match')!;
  expect(byReason).toMatchObject({ decided: '2', approved: '1', declined: '1', due: '2', dueMet: '1' });
  expect(rows.filter(({ by }) => by === 'list').map(({ decided }) => decided)).toContain('2');
  expect((await again.visitor.post('/desk/statistics/export', {})).status).toBe(403);
  expect((await again.visitor.get('/desk/statistics')).text).not.toContain('Ada');
});

test('the audit log is filtered by day and action, and the filter finds no judgement that a line does not show', async () => {
  const service = await startTestService();
  const ada = await person(service, 'Ada');
  const { id } = await inReview(service, { policy: { fourEyes: 'always' } });
  await decideAt(service, ada.visitor, id, { outcome: 'declined', reason: 'spoof' });
  const { visitor: lead } = await come(service, 'administrator');
  const day = service.deps.clock().toISOString().slice(0, 10);
  const lines = async (query: string) =>
    [
      ...(await lead.get(`/desk/audit?subject=${id}&${query}`)).text.matchAll(
        /data-label="What"><div><span class="any">([^<]+)/g,
      ),
    ].map(([, what]) => what!);
  expect(await lines(`day=${day}`)).toContain('judge faces');
  expect(await lines('day=2001-01-01')).toEqual([]);
  expect(await lines('action=judge')).toEqual(['judge faces']);
  expect((await lines('views=no')).filter((what) => /^(see|open case)/.test(what))).toEqual([]);
  expect(await lines('')).toContain('open case');
  for (const action of ['propose', 'choose', 'decide', 'test', '%', '_'])
    expect([action, await lines(`action=${action}`)]).toEqual([action, []]);
  expect((await lines('action=review')).length).toBeGreaterThan(0);
});
