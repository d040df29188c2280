import { describe, expect, test } from 'vitest';
import { come, inReview, type Visitor } from '../support/desk.ts';
import { databases, sharedServices, type TestService } from '../support/service.ts';

const services = sharedServices();

/** Looks at every picture of the page and judges the faces. @returns the page after it. */
async function judge(visitor: Visitor, path: string): Promise<string> {
  const { text } = await visitor.get(path);
  const pictures = new Set([
    ...text.matchAll(/(?:src|href)="([^"]+\/(?:frames|trail)\/\d+|[^"]+\/reference)"/g),
  ]);
  for (const [, src] of pictures) await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '1' });
  return (await visitor.get(path)).text;
}

/** Waits until the decision can't be taken back any more. */
async function settle(service: TestService): Promise<void> {
  service.advance(11_000);
  await service.tick();
}

describe.each(databases)('asking a person for corrected details on %s', (database) => {
  test('names the fields, creates a link with messages, and returns to a reviewer', async () => {
    const service = services(database);
    const { id, read, details } = await inReview(service, { locale: 'de' });
    const path = `/desk/cases/${id}`;
    const { visitor } = await come(service);
    await visitor.post(`${path}/claim`, {});
    const page = await judge(visitor, path);
    // The reviewer reads what the person will.
    expect(page).toContain('<option value="details_address">Check your answers (Home address)</option>');
    expect(page).toContain('<option value="selfie_too_dark">It was too dark.</option>');
    expect(page).not.toContain('details_national_id');
    // The consent of this person says nothing of a document.
    expect(page).not.toContain('document_photo');
    const expectedVersion = String((await read()).version);
    const ask = (reason: string) =>
      visitor.post(`${path}/decision`, { outcome: 'requires_input', reason, expectedVersion });
    expect((await ask('details_national_id')).status).toBe(422);
    expect((await ask('details_address')).status).toBe(303);
    await settle(service);
    expect(await read()).toMatchObject({
      status: 'requires_input',
      requirements: { currentlyDue: ['personal_details'] },
      lastError: { code: 'details_address', retryable: true },
    });
    const { text } = await visitor.post(`${path}/link`, {});
    const url = /<code class="link">([^<]+\/verify\/#[\w-]+)</.exec(text)![1]!;
    expect(text).toContain('lang="de"');
    expect(text.split(url).length).toBe(4);
    expect(text.split('Prüfen Sie Ihre Angaben (Wohnadresse).').length).toBe(3);
    // A person on no list: a rule would approve them.
    await details({ familyName: 'Adler', dateOfBirth: '1981-02-03' });
    expect(await read()).toMatchObject({
      status: 'in_review',
      lastError: null,
      checks: { aml: { status: 'clear' } },
      decision: { reasons: ['review_required'] },
    });
  });
});

describe.each(databases)('overturning a decision at the desk on %s', (database) => {
  test('requires a new judgement, a note and a recent sign-in', async () => {
    const service = services(database);
    const { id, read, events } = await inReview(service);
    const declined = { outcome: 'declined', expectedVersion: (await read()).version };
    await service.call('POST', `/cases/${id}/decision`, { json: declined });
    const path = `/desk/cases/${id}`;
    const { visitor } = await come(service);
    expect((await visitor.get(path)).text).toContain('This case was declined by a reviewer');
    await visitor.post(`${path}/overturn`, {});
    const before = await visitor.get(path);
    expect(before.text).not.toMatch(/Possible Testcase|What was measured/);
    const page = await judge(visitor, path);
    expect(page).toContain('Overturn the decision');
    for (const [, hit] of page.matchAll(/name="hit" value="([^"]+)"/g))
      await visitor.post(`${path}/hits`, { hit: hit!, resolution: 'false_positive', reasonCode: 'other' });
    const { version } = await read();
    const approve = { outcome: 'approved', reason: 'same_person', expectedVersion: String(version) };
    expect((await visitor.post(`${path}/decision`, approve)).status).toBe(422);
    expect((await visitor.post(`${path}/decision`, { ...approve, note: 'Seen in person.' })).status).toBe(
      303,
    );
    await settle(service);
    expect(await read()).toMatchObject({ status: 'approved', decision: { by: 'reviewer' } });
    expect((await events()).at(-1)).toBe('case.decision_revised');
    service.advance(301_000);
    expect((await visitor.post(`${path}/overturn`, {})).text).toContain('session_scope_exceeded');
  });
});
