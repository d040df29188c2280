import { describe, expect, test } from 'vitest';
import { purposes } from '../../src/service/crypto/purposes.ts';
import { differing, runsOf } from '../../src/service/desk/pages/markedName.ts';
import { personSection } from '../../src/service/desk/pages/measured.ts';
import { viewDetails } from '../../src/service/details/readDetails.ts';
import { come, inReview, Visitor } from '../support/desk.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices();

describe.each(databases)('entering the desk on %s', (database) => {
  test('accepts an invitation once, and only by a button press', async () => {
    const service = services(database);
    const { visitor, entered, path, secret } = await come(service);
    expect(entered).toMatchObject({ status: 303, to: '/desk' });
    expect(entered.set).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const other = new Visitor(service.url);
    const unknown = await other.get('/desk/invite/unknown');
    expect((await other.get(path)).text.replace(secret, 'unknown')).toBe(unknown.text);
    expect((await other.post('/desk/invite', { secret })).status).toBe(404);
    expect((await visitor.get('/desk')).status).toBe(200);
  });

  test('requires a session, which ends by time and when the reviewer is disabled', async () => {
    const service = services(database);
    const stranger = new Visitor(service.url);
    for (const path of ['/desk', '/desk/audit', '/desk/team', '/desk/cases/case_1'])
      expect((await stranger.get(path)).status, path).toBe(303);
    const { visitor } = await come(service);
    service.advance(14 * 60_000);
    expect((await visitor.get('/desk/live?live=1')).status).toBe(200);
    service.advance(2 * 60_000);
    expect((await visitor.get('/desk')).status).toBe(303);
    const { visitor: off } = await come(service);
    await service.deps.db.updateTable('reviewers').set({ disabled_at: new Date() }).execute();
    expect((await off.get('/desk')).status).toBe(303);
  });

  test('refuses a form from another site, and one without its token', async () => {
    const { visitor } = await come(services(database));
    const forms = ['/desk/next', '/desk/sign-out', '/desk/settings', '/desk/mode', '/desk/invite'];
    for (const path of forms) {
      const foreign = await visitor.post(path, {}, { 'Sec-Fetch-Site': 'cross-site' });
      expect([path, foreign.status]).toEqual([path, 403]);
      const older = await visitor.post(path, {}, { 'Sec-Fetch-Site': 'none' });
      expect([path, older.status]).toEqual([path, 403]);
      if (path === '/desk/invite') continue;
      expect([path, (await visitor.post(path, { token: 'x' })).status]).toEqual([path, 403]);
    }
  });
});

describe.each(databases)('a case at the desk on %s', (database) => {
  test('shows its verdict only after the judgement, then is decided, undone and decided again', async () => {
    const service = services(database);
    const { id, read } = await inReview(service);
    const { visitor } = await come(service);
    const next = await visitor.post('/desk/next', {});
    expect(next.to).toMatch(/^\/desk\/cases\/case_/);
    const path = `/desk/cases/${id}`;
    await visitor.post(`${path}/claim`, {});
    const before = await visitor.get(path);
    expect(before.text).not.toMatch(/Possible Testcase|possible match|not performed|Dragavei|aml/i);
    expect((await visitor.post(`${path}/judgement`, { likeness: '2' })).text).toContain('frames_unseen');
    for (const [, src] of before.text.matchAll(/<img src="([^"]+)"/g)) {
      const picture = await visitor.get(src!);
      expect(picture.headers.get('cache-control')).toBe('no-store');
    }
    expect(
      (await visitor.post(`${path}/judgement`, { likeness: '2', life: 'alive', feature: 'ears' })).status,
    ).toBe(303);
    const after = await visitor.get(path);
    expect(after.text).toMatch(/Probably one person/);
    expect(after.text).toMatch(/Possible Testcase/);
    expect(after.text).toMatch(/Challenges issued<\/dt><dd>1 </);
    const decide = {
      outcome: 'approved',
      reason: 'same_person',
      expectedVersion: String((await read()).version),
    };
    expect((await visitor.post(`${path}/decision`, decide)).text).toContain('hits_unresolved');
    for (const [, hit] of after.text.matchAll(/name="hit" value="([^"]+)"/g))
      await visitor.post(`${path}/hits`, {
        hit: hit!,
        resolution: 'false_positive',
        reasonCode: 'different_birth_date',
      });
    expect((await visitor.post(`${path}/decision`, decide)).text).toContain('version_conflict');
    const now = { ...decide, expectedVersion: String((await read()).version) };
    expect((await visitor.post(`${path}/decision`, now)).status).toBe(303);
    expect((await visitor.get(path)).text).toContain('Undo');
    expect((await visitor.post(`${path}/undo`, {})).status).toBe(303);
    service.advance(11_000);
    await service.tick();
    expect((await read()).status).toBe('in_review');
    await visitor.post(`${path}/decision`, now);
    service.advance(11_000);
    await service.tick();
    const done = await read();
    expect([done.status, done.decision.by]).toEqual(['approved', 'reviewer']);
    expect(done.decision.reviewer).toMatch(/^rev_/);
  });
});

describe.each(databases)('the reference picture of a case on %s', (database) => {
  test('is shown with where it comes from', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const { visitor } = await come(service);
    const page = async () => (await visitor.get(`/desk/cases/${id}`)).text;
    const { db, vault } = service.deps;
    expect(await page()).toContain('<dt>Reference picture</dt><dd>none</dd>');
    const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const sealed = vault.seal(row, purposes.referenceImage, Buffer.from('a picture'));
    const image = { case_id: id, media_type: 'image/jpeg', sealed, created_at: new Date() };
    await db.insertInto('reference_images').values(image).execute();
    for (const [reference, origin] of [
      ['customer', 'from your back end'],
      ['credential', 'from the person’s wallet: the portrait of a credential'],
    ]) {
      const assurance = JSON.stringify({ ...row.assurance, reference });
      await db.updateTable('cases').set({ assurance }).where('id', '=', id).execute();
      expect(await page()).toContain(`<dt>Reference picture</dt><dd>${origin}</dd>`);
    }
  });
});

describe.each(databases)('a second reviewer on %s', (database) => {
  test('shows the second reviewer nothing of the first', async () => {
    const service = services(database);
    const { id, read } = await inReview(service, { policy: { fourEyes: 'always' } });
    const path = `/desk/cases/${id}`;
    const judged = async (visitor: Visitor) => {
      await visitor.post(`${path}/claim`, {});
      const { text } = await visitor.get(path);
      for (const [, src] of text.matchAll(/<img src="([^"]+)"/g)) await visitor.get(src!);
      await visitor.post(`${path}/judgement`, { likeness: '-3' });
      const shown = await visitor.get(path);
      const { version } = await read();
      const fields = {
        outcome: 'declined',
        reason: 'another_person',
        note: 'Squints differently',
        expectedVersion: String(version),
      };
      const decided = await visitor.post(`${path}/decision`, fields);
      service.advance(11_000);
      await service.tick();
      return { shown: text + shown.text, decided };
    };
    const { visitor: first } = await come(service);
    const { decided } = await judged(first);
    expect(decided.status).toBe(303);
    expect((await read()).status).toBe('in_review');
    expect((await first.post(`${path}/claim`, {})).status).toBe(303);
    expect(
      (await first.post(`${path}/decision`, { outcome: 'declined', reason: 'x', expectedVersion: '1' }))
        .status,
    ).toBe(403);
    await first.post(`${path}/release`, {});
    const { visitor: second } = await come(service);
    const judgedBySecond = await judged(second);
    expect(judgedBySecond.shown).not.toMatch(/Squints|You declined|Other decisions/);
    expect((await read()).status).toBe('declined');
    const shown = (await second.get(path)).text;
    expect(shown).toMatch(/Other decisions in this round[\s\S]*A reviewer<\/strong>: declined/);
    expect(shown).toContain('Squints differently');
  });
});

describe.each(databases)('a claim at the desk on %s', (database) => {
  test('is held by one reviewer at a time, and closes if the case is erased', async () => {
    const service = services(database);
    const { id } = await inReview(service);
    const path = `/desk/cases/${id}`;
    const [{ visitor: one }, { visitor: other }] = [await come(service), await come(service)];
    await one.post(`${path}/claim`, {});
    expect((await other.post(`${path}/claim`, {})).text).toContain('claim_lost');
    expect((await other.get(`${path}/frames/0`)).status).toBe(404);
    service.advance(600_001);
    expect((await other.post(`${path}/claim`, {})).status).toBe(303);
    expect((await one.post(`${path}/judgement`, { likeness: '1' })).text).toContain('claim_lost');
    await service.call('DELETE', `/cases/${id}`);
    expect((await other.get(path)).status).toBe(410);
    expect((await other.get(`${path}/frames/0`)).status).toBe(404);
  });
});

test('shows the reviewer every detail that the person gave', async () => {
  const details = {
    givenName: 'Ada',
    middleName: 'Maud',
    familyName: 'Quill',
    nativeName: 'Άντα',
    dateOfBirth: '1960-02-03',
    nationalities: ['GR'],
    countryOfBirth: 'CY',
    address: {
      line1: '1 Elm Street',
      line2: 'Flat 2',
      city: 'Larnaca',
      region: 'South',
      postalCode: '6010',
      country: 'CY',
    },
    email: 'ada@quill.example',
    phone: '+35725000000',
    nationalId: { country: 'GR', type: 'passport', number: 'AB1234567' },
  };
  const page = String(
    personSection(
      { now: new Date('2026-11-24') },
      {
        check: null,
        details: viewDetails('case_1', { ...details, sources: {} }, new Date(0)),
        earlier: null,
        document: null,
        hits: [],
        screeningId: null,
        lists: [],
        others: [],
      },
    ),
  );
  const { nationalId, nationalities, address, ...names } = details;
  const values = [...Object.values(names), ...Object.values(address), ...nationalities, nationalId.type];
  expect(values.filter((value) => !page.includes(value))).toEqual([]);
  expect(page).toMatch(/years old/);
  expect(page).toContain('…4567');
  expect(page).not.toContain(nationalId.number);
});

test('highlights the differing letters of a name', () => {
  expect(differing('Mirela', 'Mirella')).toEqual([{ text: 'Mirela', isDifferent: false }]);
  expect(differing('Zoë Quill', 'Zoe Quilt')).toEqual([
    { text: 'Zoë Quil', isDifferent: false },
    { text: 'l', isDifferent: true },
  ]);
});

test('marks the parts of a name that have no counterpart, in any order', () => {
  const explain = {
    given: 'Mohammed Ali',
    transliteration: 'mohammed ali',
    listed: 'ALI, Muhammed Zayd',
    listedTransliteration: 'ali muhammed zayd',
    quality: 'primary' as const,
    parts: [
      { given: 'mohammed', listed: 'muhammed', how: 'spelling' as const, similarity: 0.9, bits: 5 },
      { given: 'ali', listed: 'ali', how: 'same' as const, similarity: 1, bits: 4 },
    ],
    onlyGiven: [],
    onlyListed: ['zayd'],
    leftOut: [],
    text: '',
  };
  const marks = (name: string, side: 'given' | 'listed') =>
    runsOf(name, side, explain)
      .filter(({ isDifferent }) => isDifferent)
      .map(({ text }) => text);
  expect(marks('Mohammed Ali', 'given')).toEqual(['o']);
  expect(marks('ALI, Muhammed Zayd', 'listed')).toEqual(['u', 'Zayd']);
  // Another name of the person was not compared: nothing of it is marked.
  expect(marks('Ada Quill', 'given')).toEqual([]);
});
