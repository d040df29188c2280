import { expect, test } from 'vitest';
import { blindLines, genuineLines, viewAuditLine } from '../../src/service/audit/readAudit.ts';
import { writeAudit } from '../../src/service/audit/writeAudit.ts';
import { come, inReview, judgeAt, type Visitor } from '../support/desk.ts';
import { sharedServices, type TestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices();

/** Verdicts, scores, hits and the person of a case of `inReview`. */
const EVIDENCE =
  /Possible|Testcase|IDVTEST|Mirela|1960|Strada|Brasov|possible match|aml|liveness|not performed|score|hit_\w|\b[01]\.\d\d\b|likeness,|sanction|spoof|\bpassed\b(?! on)|approved|declined/i;

/** Every page and part that a reviewer can ask for, and the pages that their links lead to. */
const PAGES = [
  '',
  '/live?live=1',
  '/figures',
  '/audit',
  '/settings',
  '/nothing',
  '?show=mine',
  '?show=overdue',
];

/** Everything that the desk sends to the holder of a case: pages, fragments, picture headers, refusals. */
async function everything(visitor: Visitor, id: string): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  const visit = async (path: string) => {
    const { text, headers } = await visitor.get(path);
    const isPicture = headers.get('content-type')?.startsWith('image/');
    const headerLines = [...headers]
      .map((pair) => pair.join(': '))
      .filter((line) => !/^(date|request-id|etag|content-length)/.test(line));
    responses.set(path, [isPicture ? '' : text, ...headerLines].join('\n'));
    return text;
  };
  const base = `/desk/cases/${id}`;
  for (const page of PAGES) await visit(`/desk${page}`);
  const text = await visit(base);
  for (const [, href] of text.matchAll(/(?:src|href)="(\/desk\/cases\/[^"#]+)"/g)) await visit(href!);
  for (const path of ['/state?live=1', '/frames/99', '/trail/0', '/reference', '/evidence'])
    await visit(base + path);
  await visit(`/desk/search?q=${id}`);
  await visit(`/desk/audit?subject=${id}`);
  const forms: [string, Record<string, string>][] = [
    ['/hits', { hit: 'hit_1', resolution: 'false_positive', reasonCode: 'same_person' }],
    ['/decision', { outcome: 'approved', reason: 'same_person', expectedVersion: '1' }],
    ['/judgement', { likeness: '9' }],
    ['/transcription', { familyName: 'Read', expectedVersion: '1' }],
    ['/undo', {}],
  ];
  for (const [path, fields] of forms) responses.set(path, (await visitor.post(base + path, fields)).text);
  const exported = await visitor.post('/desk/audit/export', { format: 'jsonl' });
  return responses.set('/audit/export', exported.text);
}

/** The places where a response reveals hidden data. Refusals of a reviewer's own forms may name these forms. */
function found(responses: Map<string, string>, pattern: RegExp, allowed: RegExp = /^$/): string[] {
  return [...responses].flatMap(([path, text]) => {
    const shown = text.replace(
      /<a href[^>]*>|<input type="range"[^>]*>|\?v=[\w-]{16}|name="token" value="[^"]*"|(case|req|bio|log|rev|key)_[0-9a-z]{26}/g,
      '',
    );
    const match = pattern.exec(shown.replace(allowed, ''));
    return match ? [`${path}: …${shown.slice(Math.max(0, match.index - 40), match.index + 60)}…`] : [];
  });
}

test('before a reviewer’s judgement no response contains a verdict, score, hit or personal data', async () => {
  const service = services('pglite');
  const { id } = await inReview(service);
  const { visitor } = await come(service);
  await visitor.post(`/desk/cases/${id}/claim`, {});
  const before = await everything(visitor, id);
  expect(before.size).toBeGreaterThan(18);
  expect(found(before, EVIDENCE)).toEqual([]);
  await judge(visitor, id);
  // The same pattern finds them once they may be seen.
  const after = await visitor.get(`/desk/cases/${id}`);
  expect(found(new Map([['case', after.text]]), EVIDENCE)).not.toEqual([]);
});

test('no response shows the second reviewer the first one’s judgement', async () => {
  const service = services('pglite');
  const { id, read } = await inReview(service, { policy: { fourEyes: 'always' } });
  const { visitor: first } = await come(service);
  await first.post(`/desk/cases/${id}/claim`, {});
  await judge(first, id);
  const hits = [...(await first.get(`/desk/cases/${id}`)).text.matchAll(/name="hit" value="([^"]+)"/g)];
  for (const [, hit] of hits)
    expect(
      (
        await first.post(`/desk/cases/${id}/hits`, {
          hit: hit!,
          resolution: 'false_positive',
          reasonCode: 'different_identifier',
          note: 'Wears a scarf',
        })
      ).status,
    ).toBe(303);
  const decision = { outcome: 'approved', reason: 'document_seen', note: 'Squints' };
  const expectedVersion = String((await read()).version);
  expect((await first.post(`/desk/cases/${id}/decision`, { ...decision, expectedVersion })).status).toBe(303);
  await settle(service);
  // An administrator sees the lines of everybody.
  const { visitor: second } = await come(service, 'administrator');
  expect((await second.post(`/desk/cases/${id}/claim`, {})).status).toBe(303);
  const responses = await everything(second, id);
  await judge(second, id);
  responses.set('judged', (await second.get(`/desk/cases/${id}`)).text);
  const option = /<option value="[^"]*">[^<]*<\/option>|<button[^>]*>|name="resolution"/g;
  const leaks =
    /Squints|scarf|different.identifier|document.seen|false.positive|approved|not this person|other decisions in this round/i;
  const judged = new Map([...responses].map(([path, text]) => [path, text.replace(option, '')]));
  expect(found(judged, leaks, /value="approved"/g)).toEqual([]);
  expect((await first.get(`/desk/cases/${id}`)).text).toContain('You approved it');
});

test('an administrator who agrees with the first reviewer settles a hit that the second one called the person', async () => {
  const service = services('pglite');
  const { id, read } = await inReview(service, { policy: { fourEyes: 'always' } });
  const review = async (
    visitor: Visitor,
    resolution: 'false_positive' | 'true_match',
    outcome: 'approved' | 'declined',
  ) => {
    await visitor.post(`/desk/cases/${id}/claim`, {});
    await judge(visitor, id);
    await resolveHits(visitor, id, resolution);
    const reason = outcome === 'approved' ? 'document_seen' : 'true_match';
    const expectedVersion = String((await read()).version);
    const { status } = await visitor.post(`/desk/cases/${id}/decision`, {
      outcome,
      reason,
      note: 'Seen',
      expectedVersion,
    });
    await settle(service);
    return status;
  };
  const { visitor: first } = await come(service);
  expect(await review(first, 'false_positive', 'approved')).toBe(303);
  const { visitor: second } = await come(service);
  expect(await review(second, 'true_match', 'declined')).toBe(303);
  expect((await read()).status).toBe('in_review');
  const { visitor: third } = await come(service, 'administrator');
  expect(await review(third, 'false_positive', 'approved')).toBe(303);
  expect((await read()).status).toBe('approved');
});

test('one reviewer alone cannot revert a true match', async () => {
  const service = services('pglite');
  const { id, read } = await inReview(service, { policy: { fourEyes: 'always' } });
  const { visitor } = await come(service);
  await visitor.post(`/desk/cases/${id}/claim`, {});
  await judge(visitor, id);
  for (const resolution of ['false_positive', 'true_match', 'false_positive'] as const)
    await resolveHits(visitor, id, resolution);
  expect((await read()).checks.aml.status).toBe('confirmed_match');
});

async function judge(visitor: Visitor, id: string): Promise<void> {
  const { text } = await visitor.get(`/desk/cases/${id}`);
  for (const [, src] of text.matchAll(/<img src="([^"]+)"/g)) await visitor.get(src!);
  expect((await visitor.post(`/desk/cases/${id}/judgement`, { likeness: '2' })).status).toBe(303);
}

async function settle(service: TestService): Promise<void> {
  service.advance(11_000);
  await service.tick();
}

/** Resolves every hit that the desk shows. */
async function resolveHits(visitor: Visitor, id: string, resolution: 'false_positive' | 'true_match') {
  const { text } = await visitor.get(`/desk/cases/${id}`);
  for (const [, hit] of text.matchAll(/name="hit" value="([^"]+)"/g))
    await visitor.post(`/desk/cases/${id}/hits`, {
      hit: hit!,
      resolution,
      reasonCode: 'other',
      note: 'Seen',
    });
}

test('a case that is not in review yet shows neither person nor hits to those who may judge it', async () => {
  const service = services('pglite');
  const verification = await verify(service);
  await verification.consent();
  await verification.details({ givenName: 'Mirela', familyName: 'IDVTEST_AML_POSSIBLE' });
  await service.tick();
  const path = `/desk/cases/${verification.id}`;
  for (const role of ['reviewer', 'administrator']) {
    const { visitor } = await come(service, role);
    const page = await visitor.get(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/Mirela|IDVTEST|possible match|hit_\w/);
  }
  const { visitor } = await come(service, 'viewer');
  expect((await visitor.get(path)).text).toContain('Mirela');
});

test('a sample and a decision leave the same words in the reviewer’s own audit lines', async () => {
  const service = services('pglite');
  const { deps } = service;
  const reader = { keyId: 'rev_1', canDecide: true };
  const row = { id: '', mode: 'test', data_key: null } as const;
  const caller = { keyId: 'rev_1', role: 'reviewer' };
  for (const action of ['test approved', 'decide approved', 'propose approved'])
    await writeAudit(deps, deps.db, { row, caller, requestId: 'req_1', action });
  const filter = { actor: 'rev_1', limit: 10 };
  const rows = await genuineLines(deps, deps.db, { mode: 'test', filter, before: null });
  const shown = await blindLines(deps.db, rows.map(viewAuditLine), reader);
  expect(new Set(shown.map(({ action }) => action))).toEqual(new Set(['carry out approved']));
});

test('an alert about the same customer is shown after the judgement of their case', async () => {
  const service = services('pglite');
  const clientReferenceId = 'customer with an alert';
  const { id } = await inReview(service, { clientReferenceId });
  const json = { person: { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' }, clientReferenceId };
  const { id: alert } = (await service.call('POST', '/aml/screen', { json })).body;
  const path = `/desk/alerts/${alert}`;
  const { visitor } = await come(service);
  const { visitor: viewer } = await come(service, 'viewer');
  expect((await viewer.get('/desk/alerts')).text).toContain(path);
  expect((await viewer.get(path)).text).toContain('Quillfeather');
  expect((await visitor.get('/desk/alerts')).text).not.toContain(path);
  const early = await visitor.get(path);
  expect(early.text).toContain('frames_unseen');
  expect(early.text).not.toContain('Quillfeather');
  const form = { hit: 'any', resolution: 'false_positive', reasonCode: 'other' };
  expect((await visitor.post(`${path}/hits`, form)).text).toContain('frames_unseen');
  await judgeAt(visitor, id);
  expect((await visitor.get('/desk/alerts')).text).toContain(path);
  expect((await visitor.get(path)).text).toContain('Quillfeather');
});

test('whoever makes a link to the page of a person does not judge their case', async () => {
  const service = services('pglite');
  const { id, consent, details, selfie } = await verify(service, { prefill: { givenName: 'Mirela' } });
  const [{ visitor: maker }, { visitor: other }] = [await come(service), await come(service)];
  expect((await maker.post(`/desk/cases/${id}/link`, {})).text).toContain('/verify/#');
  await consent();
  await details({ familyName: 'IDVTEST_AML_POSSIBLE', dateOfBirth: '1949-01-02' });
  await selfie();
  expect((await maker.post(`/desk/cases/${id}/claim`, {})).text).toContain('same_reviewer');
  expect((await other.post(`/desk/cases/${id}/claim`, {})).status).toBe(303);
});
