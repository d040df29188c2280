import { describe, expect, test } from 'vitest';
import { capturedDocument } from '../support/capturedDocument.ts';
import { come, judgeAt, type Visitor } from '../support/desk.ts';
import { databases, sharedServices } from '../support/service.ts';
import { person } from '../support/verification.ts';

const services = sharedServices();
const typed = {
  familyName: person.familyName,
  givenName: person.givenName,
  dateOfBirth: '17.05.1990',
  number: 'rx 4071-552',
  expiresOn: '15 APR/AVR 32',
  issuingState: 'Romania',
};

async function transcribe(visitor: Visitor, id: string, fields: Record<string, string> = {}) {
  const path = `/desk/cases/${id}`;
  const { text } = await visitor.get(path);
  const expectedVersion = /name="expectedVersion" value="(\d+)"/.exec(text)?.[1] ?? '0';
  return await visitor.post(`${path}/transcription`, { ...typed, expectedVersion, ...fields });
}

/** What the person typed, in any response. */
const OF_THE_PERSON = /Dragavei|Mirela|1990/i;

describe.each(databases)('on %s', (database) => {
  test('a reviewer types what stands on the pictures before anything is shown, then sees what differs', async () => {
    const service = services(database);
    const { id, read } = await capturedDocument(service, { details: { dateOfBirth: '1990-05-18' } });
    const { visitor } = await come(service);
    const path = `/desk/cases/${id}`;
    await visitor.post(`${path}/claim`, {});
    // The faces come first.
    expect((await visitor.get(`${path}/document/front/0`)).status).toBe(404);
    expect((await transcribe(visitor, id)).text).toContain('Judge the faces first');
    const page = await judgeAt(visitor, id);
    expect(page).toContain('Type what stands on the document');
    expect(page).not.toMatch(OF_THE_PERSON);
    expect((await visitor.get(`${path}/report.pdf`)).status).toBe(404);
    const picture = await visitor.get(`${path}/document/front/0`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    // Nobody decides before.
    const decision = { outcome: 'declined', reason: 'details_false', expectedVersion: '1' };
    expect((await visitor.post(`${path}/decision`, decision)).text).toContain(
      'Transcribe the document first',
    );
    const before = await read();
    expect((await transcribe(visitor, id)).status).toBe(303);
    const { text } = await visitor.get(path);
    expect(text).toMatch(/One field differs/);
    expect(text).toMatch(/1990-05-1<mark>7<\/mark>.*1990-05-1<mark>8<\/mark>.*differs.*You \/ The details/s);
    for (const value of ['RX4071552', '2032-04-15', '>RO<']) expect(text).toContain(value);
    const after = await read();
    expect(after).toMatchObject({
      status: 'in_review',
      decision: before.decision,
      assurance: { ...before.assurance, document: 'read_by_reviewer', details: 'claimed' },
    });
    // The line has no values, what is stored is sealed, and it is erased with the case.
    const { db } = service.deps;
    const lines = await db.selectFrom('audit_log').selectAll().where('case_id', '=', id).execute();
    expect(lines.find(({ action }) => action === 'transcribe document')).toMatchObject({ note: null });
    const stored = () =>
      db.selectFrom('document_transcriptions').selectAll().where('case_id', '=', id).execute();
    const [row] = await stored();
    expect(Buffer.from(row!.sealed).toString('latin1')).not.toMatch(OF_THE_PERSON);
    expect((await service.call('DELETE', `/cases/${id}`)).status).toBeLessThan(300);
    expect(await stored()).toEqual([]);
  });
});

const database = databases[0]!;

test('nothing is shown while a document is read that may have to be typed', async () => {
  const service = services(database);
  const { id } = await capturedDocument(service);
  const { db } = service.deps;
  const become = async (document: 'processing' | 'captured') => {
    const { facts } = await db
      .selectFrom('cases')
      .select('facts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const set = { facts: JSON.stringify({ ...facts, document }) };
    await db.updateTable('cases').set(set).where('id', '=', id).execute();
  };
  const { visitor } = await come(service);
  const path = `/desk/cases/${id}`;
  await become('processing');
  await visitor.post(`${path}/claim`, {});
  const page = await judgeAt(visitor, id);
  expect(page).toContain('Its document is being read');
  expect(page).not.toMatch(OF_THE_PERSON);
  const decision = { outcome: 'declined', reason: 'details_false', expectedVersion: '1' };
  expect((await visitor.post(`${path}/decision`, decision)).text).toContain('is being read');
  await become('captured');
  expect((await visitor.get(path)).text).toContain('Type what stands on the document');
});

test('each of two reviewers transcribes, blind to the other', async () => {
  const service = services(database);
  const { id, read } = await capturedDocument(service, { policy: { fourEyes: 'always' } });
  const { visitor: first } = await come(service, 'reviewer', 'First');
  await judgeAt(first, id);
  expect((await transcribe(first, id, { number: 'ZZ999', familyName: 'Quist' })).status).toBe(303);
  const expectedVersion = String((await read()).version);
  const decision = { outcome: 'approved', reason: 'document_seen', expectedVersion };
  expect((await first.post(`/desk/cases/${id}/decision`, decision)).status).toBe(303);
  service.advance(11_000);
  await service.tick();
  expect(await read()).toMatchObject({ status: 'in_review' });
  const { visitor: second } = await come(service, 'reviewer', 'Second');
  const page = await judgeAt(second, id);
  expect(page).toContain('Type what stands on the document');
  expect(page).not.toMatch(/ZZ999|Quist/);
  expect(page).not.toMatch(OF_THE_PERSON);
  expect((await transcribe(second, id)).status).toBe(303);
  const { text } = await second.get(`/desk/cases/${id}`);
  expect(text).toMatch(/2 fields differ/);
  expect(text).toMatch(/RX4071552.*ZZ999.*differs.*You \/ Another reviewer/s);
});

test('the API says who read what, once nobody reviews the case any more', async () => {
  const service = services(database);
  const { id, read } = await capturedDocument(service);
  const { visitor } = await come(service);
  await judgeAt(visitor, id);
  expect((await transcribe(visitor, id, { number: '', skip: 'number' })).status).toBe(303);
  const { checks, version } = await read();
  const path = `/biometrics/document-check/${checks.document.id}`;
  // A second reviewer would read without the first.
  expect((await service.call('GET', path)).body.readings).toEqual([]);
  const decision = { outcome: 'approved', reason: 'document_seen', expectedVersion: String(version) };
  expect((await visitor.post(`/desk/cases/${id}/decision`, decision)).status).toBe(303);
  service.advance(11_000);
  await service.tick();
  const { decision: decided } = await read();
  const reading = {
    by: 'reviewer',
    side: null,
    reviewer: decided.reviewer,
    fields: ['familyName', 'givenName', 'dateOfBirth', 'expiresOn', 'issuingState'],
    values: {
      familyName: person.familyName,
      givenName: person.givenName,
      dateOfBirth: '1990-05-17',
      number: null,
      expiresOn: '2032-04-15',
      issuingState: 'RO',
    },
    readAt: expect.any(String),
  };
  expect((await service.call('GET', path)).body).toMatchObject({ document: null, readings: [reading] });
  const json = { name: 'without names', scopes: ['biometrics:read'] };
  const { body: key } = await service.call('POST', '/keys', { json });
  const { body } = await service.call('GET', path, { key: key.key });
  expect(body.readings).toEqual([{ ...reading, values: null }]);
});

test('a transcription is refused for a stale version, a claim of another, a second time, and with gaps', async () => {
  const service = services(database);
  const { id } = await capturedDocument(service);
  const { visitor } = await come(service);
  const { visitor: other } = await come(service, 'reviewer', 'Another');
  await judgeAt(visitor, id);
  expect((await transcribe(other, id)).text).toContain('Your claim has ended');
  expect((await other.get(`/desk/cases/${id}/document/front/0`)).status).toBe(404);
  expect((await transcribe(visitor, id, { expectedVersion: '1' })).status).toBe(409);
  expect((await transcribe(visitor, id, { number: '' })).text).toContain('document number');
  expect((await transcribe(visitor, id, { dateOfBirth: 'soon' })).text).toContain('Not understood');
  expect((await transcribe(visitor, id, { issuingState: 'Atlantis' })).text).toContain('issuing state');
  expect((await transcribe(visitor, id, { number: '', skip: 'number' })).status).toBe(303);
  expect((await visitor.get(`/desk/cases/${id}`)).text).toMatch(/Nothing differs.*can’t be read/s);
  expect((await transcribe(visitor, id)).text).toContain('already');
});
