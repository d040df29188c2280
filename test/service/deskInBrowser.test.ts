import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { launchChromium } from '../support/chromium.ts';
import { inReview } from '../support/desk.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { sharedServices, type TestService } from '../support/service.ts';
import type { SelfieOptions } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const services = sharedServices();
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A reviewer with a browser, and a case that is first in the queue. */
async function atDesk(options: BrowserContextOptions = {}, capture: SelfieOptions = {}) {
  const service = services('pglite');
  const { id, read } = await inReview(service, {}, {}, capture);
  const { db, clock } = service.deps;
  await db.updateTable('cases').set({ due_at: clock() }).execute();
  await db
    .updateTable('cases')
    .set({ due_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const invitation = await inviteByCommand(service.deps, { name: 'Grace', role: 'reviewer' });
  await page.goto(`${service.url}${invitation}`);
  await button(page, 'Sign in').click();
  await button(page, 'Show test data').click();
  await page.getByText('Test data', { exact: true }).waitFor();
  return { service, context, page, id, read };
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

/** Presses keys one after another, each once the page shows the effect of the previous one. */
async function type(page: Page, steps: [key: string, until: string][]): Promise<number> {
  for (const [key, until] of steps) {
    await page.keyboard.press(key);
    await page.locator(until).first().waitFor();
  }
  return steps.length;
}

/** Opens the first case and judges its faces. @returns the number of presses. */
async function judge(page: Page): Promise<number> {
  const presses = await type(page, [['n', '#judgement']]);
  await page.waitForLoadState('domcontentloaded');
  const judging: [key: string, until: string][] = [
    ['6', 'input[value="2"]:checked'],
    ['8', 'input[value="alive"]:checked'],
    ['Enter', '#own-title:focus'],
  ];
  return presses + (await type(page, judging));
}

/** Rules the hit out and approves the case. @returns the number of presses. */
const approve = (page: Page) =>
  type(page, [
    ['f', 'select[name="reasonCode"]:focus'],
    ['2', 'text=Not this person:'],
    ['a', '#decision select:focus'],
    ['2', '#decided-title:focus'],
  ]);

async function settled(service: TestService, read: () => Promise<{ status: string }>): Promise<string> {
  service.advance(11_000);
  await service.tick();
  return (await read()).status;
}

test('a case with one hit is reviewed with eight key presses and one page', async () => {
  const { service, context, page, read } = await atDesk();
  let loads = 0;
  page.on('load', () => loads++);
  const presses = (await judge(page)) + (await approve(page));
  expect(presses).toBeLessThanOrEqual(8);
  expect(loads).toBe(1);
  expect(await settled(service, read)).toBe('approved');
  await context.close();
});

test('a whole case can be reviewed by the names and roles of its controls', async () => {
  const { service, context, page, id, read } = await atDesk();
  await button(page, 'Next case').click();
  await page.getByRole('heading', { level: 1, name: id.slice(-8) }).waitFor();
  await page.getByRole('heading', { name: 'Faces' }).waitFor();
  await page.waitForLoadState('domcontentloaded');
  await page
    .getByRole('group', { name: 'Is it one person in all pictures?' })
    .getByRole('radio', { name: 'Definitely one person' })
    .check();
  await page
    .getByRole('group', { name: 'Was a living person in front of the camera?' })
    .getByRole('radio', { name: 'I can’t tell' })
    .check();
  await page.getByRole('group', { name: 'Based on' }).getByRole('checkbox', { name: 'nose' }).check();
  await button(page, 'Save my judgement').click();
  await page.getByRole('heading', { name: 'Hits on lists' }).waitFor();
  const hit = page.getByRole('article', { name: 'Possible Testcase' });
  await hit.getByRole('group', { name: 'Resolve the hit Possible Testcase' }).waitFor();
  const compared = hit.getByRole('table', { name: 'Compared with Possible Testcase' });
  await compared.getByRole('columnheader', { name: 'The entry' }).waitFor();
  await compared.getByRole('rowheader', { name: 'Born' }).waitFor();
  await hit.getByRole('combobox', { name: 'Reason' }).selectOption('different birth date');
  await hit.getByRole('textbox', { name: 'Note' }).fill('Born in another year');
  await hit.getByRole('button', { name: 'Different person' }).click();
  await hit.getByText('Born in another year').waitFor();
  const decline = page.getByRole('group', { name: 'Decline' });
  const [reason, note] = [decline.getByRole('combobox'), decline.getByRole('textbox', { name: 'Note' })];
  await reason.selectOption('spoof');
  await note.fill('Holds a picture');
  await button(page, 'Decline').click();
  await page.getByRole('status').filter({ hasText: 'You declined it' }).waitFor();
  await button(page, 'Undo').click();
  await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
  // An undone decision keeps what was entered.
  expect([await reason.inputValue(), await note.inputValue()]).toEqual(['spoof', 'Holds a picture']);
  await button(page, 'Decline').click();
  await page.getByRole('heading', { name: 'You declined it' }).waitFor();
  expect(await settled(service, read)).toBe('declined');
  await context.close();
});

test('the viewer names what it shows, moves both sides together, and ends what it began', async () => {
  const record = (steps: Parameters<typeof drawnRecording>[0]) => drawnRecording(steps);
  const { context, page } = await atDesk({}, { record });
  await button(page, 'Next case').click();
  await page.getByRole('heading', { name: 'Faces' }).waitFor();
  const pictures = page.locator('[data-pair] svg');
  const each = (name: string) =>
    pictures.evaluateAll((all, name) => all.map((one) => one.getAttribute(name)), name);
  const [left, right] = [page.locator('[data-side=left] select'), page.locator('[data-side=right] select')];
  const chosen = (side: typeof left) =>
    side.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]!.text);
  const shown = async () => [await chosen(left), await chosen(right)];
  const pair = await shown();
  const third = (await right.locator('option').allTextContents()).find((name) => !pair.includes(name))!;
  await right.selectOption(third);
  expect(await shown()).toEqual([pair[0], third]);
  expect(await each('aria-label')).toEqual(await shown());
  // A picture is never beside itself.
  const same = (side: typeof left, name: string) =>
    side.locator('option', { hasText: name }).evaluate((option) => (option as HTMLOptionElement).disabled);
  expect([await same(left, third), await same(right, pair[0]!)]).toEqual([true, true]);
  await page.locator('.strip').first().getByRole('link', { name: pair[0]! }).click();
  expect(await shown()).toEqual([pair[0], third]);

  await page.getByLabel('Zoom').fill('3');
  const before = await each('viewBox');
  await pictures.first().focus();
  await page.keyboard.press('ArrowDown');
  const after = await each('viewBox');
  expect(after[0]).not.toBe(before[0]);
  expect(new Set(after).size).toBe(1);

  const viewer = page.getByRole('group', { name: 'Viewer' });
  const said = viewer.getByRole('status');
  const hears = (words: string) => said.filter({ hasText: words }).waitFor();
  for (const words of ['Right alone', 'Left alone', 'Side by side.']) {
    await page.keyboard.press('x');
    await hears(words);
  }
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await hears('Side by side.');
  await page.getByLabel('Contrast').fill('2');
  await button(page, 'Overlay').click();
  await page.getByLabel('Share').waitFor();
  await button(page, 'Mirror right').click();
  expect(await page.locator('[data-side=right] [data-mirror]').getAttribute('transform')).toContain('scale');
  await button(page, 'Reset').click();
  await page.getByLabel('Share').waitFor({ state: 'hidden' });
  expect(await each('viewBox')).toEqual(['0 0 300 400', '0 0 300 400']);
  expect(await page.locator('[data-pair]').getAttribute('style')).toBeFalsy();
  expect(await viewer.locator('[aria-pressed=true]').count()).toBe(0);

  const isFull = () => page.evaluate(() => document.fullscreenElement?.matches('[data-viewer]') ?? false);
  await button(page, 'Full screen').click();
  await waitFor(isFull);
  await button(page, 'Full screen').click();
  await waitFor(async () => !(await isFull()));

  await page.locator('summary', { hasText: 'Motion frames' }).click();
  await button(page, 'Play on the right').click();
  await hears('Motion frame at');
  // With the movement that was asked for at that moment.
  expect(await chosen(right)).toMatch(/^Motion frame at \d+\.\d s: \w/);
  await page.locator('[data-play][aria-pressed=false]').waitFor();
  await context.close();
});

test('the warning before the end of a session stays until the session is renewed', async () => {
  const { context, page } = await atDesk();
  await page.clock.install();
  await button(page, 'Next case').click();
  await page.getByRole('heading', { name: 'Faces' }).waitFor();
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  const minutes = Number(await page.locator('body').getAttribute('data-idle-minutes'));
  await page.clock.fastForward((minutes - 1.5) * 60_000);
  await page.clock.runFor(2000);
  await warning.waitFor();
  await page.route('**/desk/stay*', (route) => route.abort());
  await button(page, 'Stay signed in').click();
  await warning.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
  await page.unroute('**/desk/stay*');
  await button(page, 'Stay signed in').click();
  await warning.waitFor({ state: 'hidden' });
  await page.clock.runFor(5000);
  expect(await warning.isVisible()).toBe(false);
  await context.close();
});

test('a whole case can be reviewed without JavaScript, also in a narrow window', async () => {
  const { service, context, page, read } = await atDesk({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  });
  await button(page, 'Next case').click();
  await page.waitForLoadState('domcontentloaded');
  await page.getByLabel('Possibly different people').check();
  await page.getByLabel('A living person').check();
  await button(page, 'Save my judgement').click();
  await page.getByRole('heading', { name: 'What was measured' }).waitFor();
  const form = page.locator('form').filter({ has: button(page, 'Decline') });
  await form.getByRole('combobox').selectOption('another_person');
  await button(page, 'Decline').click();
  await page.getByRole('heading', { name: 'You declined it' }).waitFor();
  expect(await settled(service, read)).toBe('declined');
  await context.close();
});

test('shortcuts are inactive in fields, with a modifier and when disabled, and can be changed', async () => {
  const { context, page } = await atDesk();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const hasDoneNothing = async () => {
    // The effect of a key starts before the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(sent.filter((url) => url.endsWith('/next'))).toEqual([]);
    expect(await page.getByRole('heading', { level: 1, name: 'Queue' }).isVisible()).toBe(true);
  };
  await page.getByLabel('Id or reference').fill('n/a?');
  await page.keyboard.press('n');
  expect(await page.getByLabel('Id or reference').inputValue()).toBe('n/a?n');
  await page.locator('h1').click();
  for (const keys of ['Control+Shift+n', 'Alt+n', 'N']) await page.keyboard.press(keys);
  await hasDoneNothing();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Next case').fill('w');
  await button(page, 'Save').click();
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.locator('[data-action=next] kbd', { hasText: 'w' }).waitFor();
  await page.keyboard.press('n');
  await hasDoneNothing();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('w: Next case').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await page.locator('#judgement').waitFor();
  sent.length = 0;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Single keys act').uncheck();
  await button(page, 'Save').click();
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
  expect(await page.locator('kbd').first().isVisible()).toBe(false);
  for (const key of ['w', 'n', '/', '?', 'a', '1']) await page.keyboard.press(key);
  expect(await page.locator('dialog[open], input:focus').count()).toBe(0);
  await hasDoneNothing();
  await context.close();
});

test('an open page of an erased case is cleared', async () => {
  const { service, context, page, id } = await atDesk();
  await button(page, 'Next case').click();
  await page.getByRole('heading', { name: 'Faces' }).waitFor();
  expect(await page.locator('main img').count()).toBeGreaterThan(0);
  await service.call('DELETE', `/cases/${id}`);
  await page.getByRole('heading', { name: 'This case was erased' }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  await context.close();
});

test.each([
  ['the page of a proxy', 502, 'text/html', '<h1>Bad Gateway</h1>'],
  ['a problem', 503, 'application/problem+json', '{"code":"unavailable"}'],
])('a form that is answered by %s says so and keeps its input', async (_name, status, contentType, body) => {
  const { context, page } = await atDesk();
  await judge(page);
  await page.route('**/comments', (route) => route.fulfill({ status, contentType, body }));
  const comment = page.getByLabel('Comment for other reviewers');
  await comment.fill('Ask for the other side');
  await button(page, 'Comment').click();
  const refused = page.getByRole('alert').filter({ hasText: 'Your input is still here: try again.' });
  await refused.waitFor();
  const said = () => page.locator('[data-toast]').textContent();
  expect(await comment.inputValue()).toBe('Ask for the other side');
  expect(await said()).not.toContain('comment');
  await page.unroute('**/comments');
  await button(page, 'Comment').click();
  await expect.poll(said).toBe('Your comment is saved.');
  await context.close();
});

test('what became of a decision is asked for until the desk answers', async () => {
  const { service, context, page } = await atDesk();
  await page.clock.install();
  await judge(page);
  await approve(page);
  const { pathname } = new URL(page.url());
  await page.route(`**${pathname}`, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await page.clock.runFor(11_000);
  const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  await says('The desk does not answer: this page may be out of date.');
  service.advance(11_000);
  await service.tick();
  await page.unroute(`**${pathname}`);
  await page.clock.runFor(5000);
  await says('The decision has taken effect.');
  await context.close();
});

test('the queue of a session that has ended leads to the sign-in', async () => {
  const { service, context, page } = await atDesk();
  await page.clock.install();
  await page.reload();
  await button(page, 'Next case').waitFor();
  service.advance(16 * 60_000);
  await page.clock.runFor(5000);
  await page.getByRole('heading', { name: 'Review desk' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
  await context.close();
});

test('leaving by the navigation releases the claim on the case', async () => {
  const { service, context, page, id } = await atDesk();
  await button(page, 'Next case').click();
  await page.getByRole('heading', { name: 'Faces' }).waitFor();
  await page.getByRole('link', { name: 'Figures' }).click();
  await page.getByRole('heading', { name: 'Team figures' }).waitFor();
  const claim = service.deps.db.selectFrom('cases').select('claimed_by').where('id', '=', id);
  await waitFor(async () => (await claim.executeTakeFirstOrThrow()).claimed_by === null);
  await context.close();
});

test('the desk warns before a session ends, and can extend it', async () => {
  const { service, context, page } = await atDesk();
  await page.clock.install();
  await button(page, 'Next case').click();
  await page.getByRole('heading', { name: 'Faces' }).waitFor();
  await page.clock.fastForward(61_000);
  expect(await page.locator('body').getAttribute('class')).toContain('blurred');
  await page.clock.fastForward(12 * 60_000 + 5000);
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
  await dialog.waitFor();
  const stayed = page.waitForResponse((response) => response.url().includes('/desk/stay'));
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await stayed).status()).toBe(204);
  await dialog.waitFor({ state: 'hidden' });
  await page.clock.fastForward(13 * 60_000 + 5000);
  await dialog.waitFor();
  service.advance(16 * 60_000);
  await page.clock.fastForward(2 * 60_000);
  await page.getByRole('heading', { name: 'Review desk' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
  await context.close();
});
