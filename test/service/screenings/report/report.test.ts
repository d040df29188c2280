import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildReportFonts } from '../../../../src/service/screenings/report/build/buildReportFonts.ts';
import { FontSet } from '../../../../src/service/screenings/report/fonts/FontSet.ts';
import { linesOf } from '../../../../src/service/screenings/report/pdf/linesOf.ts';
import { databases, sharedServices, startTestService } from '../../../support/service.ts';
import { verify } from '../../../support/verification.ts';

const fonts = mkdtempSync(join(tmpdir(), 'idv-fonts-'));
beforeAll(() => buildReportFonts(fonts));
afterAll(() => rmSync(fonts, { recursive: true, force: true }));
const services = sharedServices({ fonts });
const pdf = { headers: { Accept: 'application/pdf' } };
const details = { givenName: 'Tarik', familyName: 'al-Imaginari', dateOfBirth: '1974-03-02' };

describe.each(databases)('the report of a screening on %s', (database) => {
  const call = (...[method, path, options]: Parameters<ReturnType<typeof services>['call']>) =>
    services(database).call(method, path, options);

  test('has the person, the lists, the hits, and all decisions', async () => {
    const verification = await verify(services(database));
    await verification.consent();
    await verification.details({ ...details, nationalId: undefined });
    await verification.selfie();
    const { checks, version } = await verification.read();
    const path = `/aml/screen/${checks.aml.id}`;
    const resolved = {
      resolution: 'false_positive',
      reasonCode: 'different_birth_date',
      note: 'Seen the passport.',
    };
    await call('POST', `${path}/hits/idvtest-5/resolution`, { json: resolved });
    const decide = { outcome: 'approved', note: 'Cleared.', expectedVersion: version + 1 };
    await call('POST', `/cases/${verification.id}/decision`, { json: decide });

    const { status, body } = await call('GET', `${path}/report`);
    expect(status).toBe(200);
    const { hits, dataset } = (await call('GET', path)).body;
    expect(body).toMatchObject({
      object: 'aml_report',
      screeningId: checks.aml.id,
      caseId: verification.id,
      status: 'clear',
      subject: { kind: 'person', name: 'Tarik al-Imaginari', dateOfBirth: '1974-03-02' },
      hits,
      dataset,
    });
    const by = expect.stringMatching(/^key_/);
    const at = expect.stringMatching(/^20\d\d-/);
    const { resolution: decision, ...reason } = resolved;
    const screeningId = checks.aml.id;
    const shown = expect.objectContaining({ name: 'Tarik al-Imaginari', score: expect.any(Number) });
    expect(body.decisions).toMatchObject([
      { at, by, kind: 'resolution', screeningId, hitId: 'idvtest-5', decision, ...reason, shown },
      { at, by, hitId: null, decision: 'approved', reasonCode: null, note: 'Cleared.', shown: null },
    ]);
    const audit = await services(database).deps.db.selectFrom('audit_log').select('action').execute();
    expect(audit).toContainEqual({ action: 'read screening report' });
  });

  test('is a PDF on request, readable only by its account', async () => {
    const { id } = (await call('POST', '/aml/screen', { json: { person: { fullName: 'محمد بن سلمان' } } }))
      .body;
    const answer = await call('GET', `/aml/screen/${id}/report`, pdf);
    expect(answer.headers.get('Content-Type')).toBe('application/pdf');
    expect(answer.body).toMatch(/^%PDF-1\.7[\s\S]+noto-sans-arabic[\s\S]+%%EOF\s*$/);
    expect((await call('GET', `/aml/screen/${id}/report`, { headers: { Accept: '*/*' } })).body.object).toBe(
      'aml_report',
    );
    const foreign = await call('GET', `/aml/screen/${id}/report`, { key: services(database).keys.live });
    expect(foreign.status).toBe(404);
  });

  test('shows only the last four characters of identifiers, and nothing after erasure', async () => {
    const person = {
      fullName: 'Ada Quill',
      identifiers: [{ country: 'DE', type: 'passport', number: 'C01X00T478' }],
    };
    const { id } = (await call('POST', '/aml/screen', { json: { person } })).body;
    const read = async () => (await call('GET', `/aml/screen/${id}/report`)).body;
    expect((await read()).subject.identifiers).toEqual([{ country: 'DE', type: 'passport', last4: 'T478' }]);
    services(database).advance(5 * 366 * 86_400_000);
    await services(database).tick();
    expect(await read()).toMatchObject({ subject: null, hits: [] });
    expect((await call('GET', `/aml/screen/${id}/report`, pdf)).status).toBe(200);
  });
});

test('a report without fonts is refused with an error', async () => {
  const { call } = await startTestService({ fonts: join(fonts, 'none') });
  const { id } = (await call('POST', '/aml/screen', { json: { person: { fullName: 'Ada Quill' } } })).body;
  expect(await call('GET', `/aml/screen/${id}/report`, pdf)).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: expect.stringContaining('npm run build') },
  });
});

const names = {
  Latin: 'Nguyễn Thị Hương Łukasz Żółć',
  Cyrillic: 'Владимир Ґалаґан',
  Greek: 'Αλέξης Τσίπρας',
  Arabic: 'محمد بن سلمان علی‌رضا',
  Hebrew: 'מִרְיָם בת־דוד',
  Han: '习近平 張偉 赟祎',
  Kana: 'さくら タナカ',
  Hangul: '김정은 이순신',
  Devanagari: 'नरेन्द्र क्षत्रिय',
  Thai: 'สมชาย ใจดี',
  Georgian: 'გიორგი ბერიძე',
  Armenian: 'Արմեն Սարգսյան',
  Bengali: 'শেখ হাসিনা',
  Tamil: 'தமிழ்ச்செல்வன்',
  Telugu: 'హైదరాబాదు',
  Kannada: 'ಬೆಂಗಳೂರು',
  Malayalam: 'മലയാളം',
  Gujarati: 'ગુજરાત',
  Gurmukhi: 'ਪੰਜਾਬ',
  Sinhala: 'ශ්‍රී ලංකා',
  Khmer: 'កម្ពុជា',
  Lao: 'ປະເທດລາວ',
  Myanmar: 'အောင်ဆန်းစုကြည်',
  Ethiopic: 'ኢትዮጵያ',
  Thaana: 'ދިވެހި',
  Odia: 'ଓଡ଼ିଶା',
};

test.each(Object.entries(names))('a name in %s is printed', (_, name) => {
  const unknown: string[] = [];
  const look = { size: 10, width: 400, isBold: false, onUnknown: (letter: string) => unknown.push(letter) };
  const [line] = linesOf(name, new FontSet(fonts), look);
  expect(unknown).toEqual([]);
  const glyphs = line!.runs.flatMap(({ font, text }) => font.layout(text).glyphs);
  expect(glyphs.length).toBeGreaterThan(3);
  // Glyph 0 is the box of a letter that is missing.
  expect(glyphs.every(({ id }) => id > 0)).toBe(true);
});

test('right-to-left text is laid out correctly, with left-to-right text inside', () => {
  const look = { size: 10, width: 400, isBold: false, onUnknown: () => {} };
  const [line] = linesOf('Ada (כהן 12) Quill', new FontSet(fonts), look);
  expect(line!.runs.map(({ text }) => text).join('|')).toBe('Ada (|12|כהן |) Quill');
});

test('a letter without a glyph is reported', () => {
  const unknown: string[] = [];
  const look = { size: 10, width: 400, isBold: false, onUnknown: (letter: string) => unknown.push(letter) };
  const [line] = linesOf('A𐌰', new FontSet(fonts), look);
  expect(line!.runs.map(({ text }) => text).join('')).toBe('A[U+10330]');
  expect(unknown).toEqual(['𐌰']);
});
