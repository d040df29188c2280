import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { launchBrowser } from '../support/chromium.ts';
import { come, decideAt, inReview } from '../support/desk.ts';
import { engine } from '../support/engine.ts';
import { databases, startTestService, type TestService } from '../support/service.ts';

const MINUTE = 60_000;
let browser: Browser;

beforeAll(async () => {
  const { launchOptions } = await engine();
  browser = await launchBrowser(launchOptions);
});
afterAll(() => browser.close());

/** Somebody whose device has an authenticator. Browsers have passkeys for host names alone. */
async function withDevice(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await client.send('WebAuthn.addVirtualAuthenticator', { options });
  return page;
}

const named = ({ url }: TestService) => url.replace('127.0.0.1', 'localhost');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function enter(service: TestService, page: Page, role = 'reviewer'): Promise<void> {
  const invitation = await inviteByCommand(service.deps, { name: 'Grace', role });
  await page.goto(`${named(service)}${invitation}`);
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Set up a passkey' }).click();
  await button(page, 'Set it up').click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
}

test.each(databases)(
  'an invited reviewer confirms themselves and signs in by a passkey, and is where they were, on %s',
  async (database) => {
    const service = await startTestService({ database });
    const { id } = await inReview(service);
    const context = await browser.newContext();
    const page = await withDevice(context);
    await enter(service, page);
    service.advance(6 * MINUTE);
    await setUp(page);
    expect(await page.getByText('Set up a passkey').count()).toBe(0);
    await button(page, 'Show test data').click();
    await page.getByText('Test data', { exact: true }).waitFor();

    service.advance(6 * MINUTE);
    await page.getByRole('link', { name: 'Audit' }).click();
    await button(page, 'Export').click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    const confirmed = page.waitForRequest((request) => request.url().endsWith('/desk/passkey/confirm'));
    await page.getByRole('link', { name: 'Confirm with your passkey' }).click();
    await button(page, 'Continue').click();
    const body = (await confirmed).postData()!;
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await page.getByRole('link', { name: 'Audit' }).click();
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    expect((await download).suggestedFilename()).toBe('audit.csv');
    // The same answer does not confirm anybody a second time.
    service.advance(6 * MINUTE);
    const replayed = await page.evaluate(
      async (sent) =>
        (
          await fetch('/desk/passkey/confirm', {
            method: 'POST',
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
            body: sent,
          })
        ).status,
      body,
    );
    expect(replayed).toBe(401);

    await page.goto(`${named(service)}/desk/cases/${id}`);
    await button(page, 'Claim this case').click();
    await page.getByRole('heading', { name: 'Faces' }).waitFor();
    service.advance(16 * MINUTE);
    await page.reload();
    await page.getByText('you come back to the page that you were on').waitFor();
    await button(page, 'Sign in with a passkey').click();
    await button(page, 'Continue').click();
    await page.getByRole('heading', { level: 1, name: id.slice(-8) }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/desk/cases/${id}`);
    await context.close();
  },
);

test('a passkey of nobody, and one whose reviewer was switched off, sign nobody in', async () => {
  const service = await startTestService();
  const context = await browser.newContext();
  const page = await withDevice(context);
  await enter(service, page);
  await setUp(page);
  await button(page, 'Sign out').click();
  await service.deps.db.updateTable('reviewers').set({ disabled_at: service.deps.clock() }).execute();
  await button(page, 'Sign in with a passkey').click();
  await button(page, 'Continue').click();
  await page.getByText('No passkey of this desk was accepted').waitFor();
  await service.deps.db.updateTable('reviewers').set({ disabled_at: null }).execute();
  await service.deps.db.deleteFrom('desk_passkeys').execute();
  await page.goto(`${named(service)}/desk/sign-in`);
  await button(page, 'Sign in with a passkey').click();
  await button(page, 'Continue').click();
  await page.getByText('No passkey of this desk was accepted').waitFor();
  await context.close();
});

test('no invitation signs anybody in as somebody else; an account is replaced, with all that was seen', async () => {
  const service = await startTestService();
  const { db } = service.deps;
  const { visitor: lead } = await come(service, 'administrator');
  const { visitor: grace } = await come(service);
  const { id } = await inReview(service);
  await decideAt(service, grace, id, { outcome: 'declined', reason: 'spoof' });
  const { reviewer } = await db
    .selectFrom('judgements')
    .select('reviewer')
    .where('case_id', '=', id)
    .executeTakeFirstOrThrow();
  const page = (await lead.get('/desk/team')).text;
  expect(page).toContain(`/desk/team/${reviewer}/replace`);
  expect(page).not.toContain(`name="id" value="${reviewer}"`);
  const refused = await lead.post('/desk/team/invite', { id: reviewer });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('has signed in before')]);
  expect((await grace.post(`/desk/team/${reviewer}/replace`, {})).status).toBe(403);
  const replaced = await lead.post(`/desk/team/${reviewer}/replace`, {});
  expect(replaced.text).toMatch(/\/desk\/invite\/[\w-]+/);
  expect((await grace.get('/desk')).status).toBe(303);
  const seen = await db
    .selectFrom('seen_evidence')
    .select('case_id')
    .where('reviewer', '!=', reviewer)
    .execute();
  expect(seen).toEqual([{ case_id: id }]);
  // An address has no passkeys, and the queue asks for none.
  expect((await lead.get('/desk')).text).not.toContain('Set up a passkey');
  expect((await lead.get('/desk/passkey')).status).toBe(422);
});

test('a page that a session ended on is where the next sign-in leads, and no page of another site', async () => {
  const service = await startTestService();
  const cookieOf = async (wanted: string) => {
    const response = await fetch(`${service.url}${wanted}`, { redirect: 'manual' });
    return response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  };
  const enterWith = async (Cookie: string) => {
    const invitation = await inviteByCommand(service.deps, { name: 'Ada', role: 'reviewer' });
    const entered = await fetch(`${service.url}/desk/invite`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams({ secret: invitation.split('/').at(-1)! }),
    });
    return entered.headers.get('Location');
  };
  const { id } = await inReview(service);
  expect(await enterWith(await cookieOf(`/desk/cases/${id}`))).toBe(`/desk/cases/${id}`);
  expect(await enterWith(await cookieOf('/desk?show=mine'))).toBe('/desk?show=mine');
  expect(await cookieOf(`/desk/cases/${id}/state?live=1`)).toBe('');
  for (const to of ['//evil.example', 'https://evil.example/', '/desk/sign-in', '/deskx'])
    expect([to, await enterWith(`__Host-desk-to=${encodeURIComponent(to)}`)]).toEqual([to, '/desk']);
});
