import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhooks } from 'idv-verify/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { caseOf, endOf, isSameCase, languages, options, queryOf, readChoice } from '../../demo/choice.ts';
import { type Control, scenarios } from '../../demo/scenarios.ts';
import { snippetsOf } from '../../demo/snippets.ts';
import { personalDetailsFor } from '../../src/contract/personalDetails.ts';
import { testOutcomes } from '../../src/contract/testMode.ts';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { askSession, openBank, secret, visitor } from './bank.ts';

const chosen = (query = '') => readChoice(new URLSearchParams(query));
const ALL =
  'scenario=underage&brand=quayside&camera=test-3&look=sharp&theme=dark&language=ar&mode=modal&frame=phone&fields=few&prefill=yes&document=off&attempts=1&age=21&spoof=decline';

test('there is a scenario for every outcome of test mode, and every language of the element', () => {
  expect(options.scenario).toEqual(expect.arrayContaining(testOutcomes.map((name) => name.toLowerCase())));
  expect(languages).toEqual(languageTags);
});

test('the URL contains every choice that differs from the default', () => {
  expect(queryOf(chosen(ALL))).toBe(ALL);
  expect(queryOf(chosen())).toBe('');
  expect(chosen('look=round&age=<script>&more=1')).toEqual(chosen());
  for (const [control, values] of Object.entries(options))
    for (const value of values)
      expect(chosen(queryOf(chosen(`${control}=${value}`)))).toHaveProperty(control, value);
});

test('a scenario sets the controls that it needs, and no combination contradicts it', () => {
  expect(chosen('scenario=camera_refused&camera=test-1').camera).toBe('real');
  expect(chosen('scenario=wallet&prefill=yes&camera=test-3')).toMatchObject({ prefill: 'no', camera: 'any' });
  expect(chosen('scenario=face_mismatch&attempts=1').attempts).toBe('3');
  for (const [scenario, { needs = {} }] of Object.entries(scenarios))
    for (const [control, values] of Object.entries(options))
      for (const value of values) {
        const { [control as Control]: set } = chosen(`scenario=${scenario}&${control}=${value}`);
        const allowed = needs[control as Control] ?? values;
        expect(allowed, `${scenario}, ${control}=${value}`).toContain(control === 'scenario' ? value : set);
      }
});

test('what a scenario sets is said, and what it excludes cannot be chosen', async () => {
  const { siteUrl } = await openBank();
  const visit = visitor(siteUrl);
  const page = await (await visit('/open?scenario=camera_refused&camera=test')).text();
  expect(page).toContain(
    'This scenario needs Camera: Real camera alone; Document: Not asked for. What contradicts it is set to it.',
  );
  expect(page).toMatch(/value="test-1"\s+disabled/);
  const answer = await (await visit('/choice?scenario=camera_refused&camera=test')).json();
  expect(answer).toMatchObject({ choice: { camera: 'real' }, allowed: { camera: ['real'] } });
});

test('a rule that decides before the scenario does says so at once, and is the promise', () => {
  const at = Date.parse('2026-11-27');
  const end = (query: string) => endOf(chosen(query), at);
  expect(end('scenario=approve')).toMatchObject({ ends: 'approved', reaches: ['approved'] });
  expect(end('scenario=approve&age=65')).toEqual({
    ends: 'declined by the rule: 40 years old, 65 at least',
    reaches: ['declined'],
  });
  expect(end('scenario=spoof').reaches).toEqual(['in_review']);
  expect(end('scenario=spoof&spoof=decline').reaches).toEqual(['declined']);
  expect(caseOf(chosen('scenario=spoof&spoof=decline')).policy).toMatchObject({ onSpoof: 'decline' });
  // Who types own details is not known yet, and nobody in the wallet is that old.
  expect(end('scenario=own&age=65').reaches).toContain('approved');
  expect(chosen('scenario=wallet&age=65').age).toBe('18');
});

test('changing the look keeps the case; changing rules or scenarios starts a new one', () => {
  expect(isSameCase(chosen('look=sharp&theme=dark&frame=phone'), chosen())).toBe(true);
  for (const query of [
    'age=21',
    'scenario=spoof',
    'brand=quayside',
    'fields=few',
    'attempts=1',
    'prefill=yes',
    'document=off',
  ])
    expect(isSameCase(chosen(query), chosen())).toBe(false);
});

test('every control except the screen size changes the code', () => {
  const codeOf = (query = '') => JSON.stringify(snippetsOf(chosen(query)));
  const idle = Object.entries(options).filter(([control, values]) =>
    values.slice(1).every((value) => codeOf(`${control}=${value}`) === codeOf()),
  );
  expect(idle.map(([control]) => control)).toEqual(['frame']);
});

test('a forced outcome prefills its name and details that the service accepts', () => {
  const { prefill, policy } = caseOf(chosen('scenario=aml_pep&age=21'));
  expect(prefill?.familyName).toBe('IDVTEST_AML_PEP');
  expect(personalDetailsFor('test').safeParse(prefill).success).toBe(true);
  expect(policy).toEqual({ document: 'require', minAge: 21 });
});

test('the URL alone restores the choice, and another case starts from the beginning', async () => {
  const { siteUrl, cases } = await openBank();
  const visit = visitor(siteUrl);
  const page = await (await visit(`/open?${ALL}`)).text();
  for (const [control, value] of new URLSearchParams(ALL))
    expect(page.split(`name="${control}"`)[1]).toMatch(new RegExp(`^>[^]*?value="${value}" selected`));
  expect(page).toMatch(/<html lang="ar" dir="rtl" data-brand="quayside" data-theme="dark">/);
  expect(page).toMatch(/preset="sharp" theme="dark" locale="ar" mode="modal" test-face="3"/);
  await visit('/idv/session', askSession);
  await visit(
    '/open?look=plain&brand=quayside&scenario=underage&fields=few&prefill=yes&document=off&attempts=1&age=21&spoof=decline',
  );
  await visit('/idv/session', askSession);
  expect(cases.size).toBe(1);
  await visit('/open?scenario=spoof');
  await visit('/idv/session', askSession);
  expect([...cases.values()].map((one) => (one as { prefill?: object }).prefill)).toEqual([
    caseOf(chosen(ALL)).prefill,
    caseOf(chosen('scenario=spoof')).prefill,
  ]);
});

test.each(['', ALL, 'fields=many&scenario=approve'])('the code for the back end runs: %s', async (query) => {
  const { apiUrl, cases } = await openBank();
  const parts = snippetsOf(chosen(query));
  const folder = mkdtempSync(join(import.meta.dirname, '.snippet-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('IDV_API_KEY', 'idv_test_x');
  vi.stubEnv('IDV_WEBHOOK_SECRET', secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  const load = async (id: string) => {
    const { code } = parts.find((part) => part.id === id)!;
    const file = join(folder, `${id}.ts`);
    writeFileSync(file, code.replace('createIdvClient()', `createIdvClient({ baseUrl: '${apiUrl}' })`));
    return import(file);
  };
  const { session, sessions } = await load('server');
  const refused = await session(new Request('https://shop.example/idv/session', askSession));
  expect([refused.status, cases.size]).toEqual([401, 0]);
  sessions.set('s1', { id: 'user_1' });
  const headers = { ...(askSession.headers as Record<string, string>), cookie: 'session=s1' };
  const answer = await session(new Request('https://shop.example/idv/session', { ...askSession, headers }));
  expect(answer.status).toBe(200);
  expect([...cases.values()]).toMatchObject([{ clientReferenceId: 'user_1', ...caseOf(chosen(query)) }]);
  const { webhook } = await load('webhook');
  const event = { id: 'evt_1', type: 'case.approved', data: { clientReferenceId: 'user_1' } };
  const request = { method: 'POST', ...(await webhooks.signForTest(event, secret)) };
  expect((await webhook(new Request('https://shop.example/', request))).status).toBe(204);
});
