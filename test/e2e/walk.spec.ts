import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { scenarios } from '../../demo/scenarios.ts';
import { chapters } from '../../demo/scripts/tourSteps.ts';
import { goOn } from '../support/demoVisit.ts';
import { fillHomeAddress } from './support/person.ts';

test.use({ viewport: { width: 1280, height: 900 }, permissions: ['camera'] });

/** What the console reports because a scenario wants it: its calls that fail. */
const WANTED: Record<string, RegExp> = {
  backend_away: /\b503\b/,
  error_503: /\b503\b/,
  session_over: /\b401\b/,
};

/** Errors of page, console and network, but those that the scenario causes. */
function watch(context: BrowserContext, scenario = ''): string[] {
  const errors: string[] = [];
  const wanted = WANTED[scenario];
  const note = (text: string) => void (wanted?.test(text) || errors.push(text));
  context.on('weberror', (error) => note(String(error.error())));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.text()} ${message.location().url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) note(`status of ${response.status()} ${response.url()}`);
  });
  return errors;
}

async function stands(page: Page, chapter: number, step: number): Promise<void> {
  const { title, steps } = chapters[chapter]!;
  await expect(page.locator('[data-place]')).toHaveText(`${title}, ${step + 1} of ${steps.length}`);
  await expect(page.locator('[data-tour]')).toHaveAttribute('data-state', 'done');
  await expect(page.locator('[data-say]')).toHaveText(steps[step]!.say);
}

for (const [chapter, { title, steps }] of chapters.entries())
  test(`the tour goes through ${title}, forwards in large type and a step back`, async ({
    page,
    context,
  }) => {
    // What the bad ends cause is seen in the scenarios below.
    const errors = watch(context, title === 'Bad ends' ? 'backend_away' : '');
    await page.goto('/tour');
    await expect(page.locator('[data-tour]')).toHaveAttribute('data-state', 'ready');
    await page.keyboard.press('l');
    await page.keyboard.press(`${chapter + 1}`);
    for (const step of steps.keys()) {
      await stands(page, chapter, step);
      if (step + 1 < steps.length) await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('ArrowLeft');
    await stands(page, chapter, steps.length - 2);
    expect(errors).toEqual([]);
  });

test('the tour plays by itself from one chapter into the next', async ({ page, context }) => {
  const errors = watch(context);
  await page.goto('/tour');
  await page.getByRole('button', { name: '4 It fits' }).click();
  await stands(page, 3, 0);
  await page.keyboard.press('p');
  await stands(page, 3, 3);
  await stands(page, 4, 0);
  expect(errors).toEqual([]);
});

/** Shares from the test wallet, which opens as a window or, behind a link, in place of the page. */
async function share(page: Page, scenario: string): Promise<void> {
  const button = page.locator('idv-verify #wallet-share');
  await expect(button).toBeEnabled();
  const popup = scenario === 'wallet_link' ? null : page.waitForEvent('popup');
  await button.click();
  const wallet = popup ? await popup : page;
  const closed = popup ? wallet.waitForEvent('close') : Promise.resolve();
  await wallet.getByRole('button', { name: 'Share', exact: true }).click();
  await closed;
}

/** The walk of each scenario that needs more than presses of the first button. */
const OWN_WALK: Record<string, (page: Page) => Promise<void>> = {
  // The hosted page offers the test document and the test face by buttons.
  hosted_link: async (page) => {
    await page.locator('[data-link]').click();
    const face = page.getByRole('button', { name: 'Use the test face' });
    await goOn(page, () =>
      /Use the test document/.test(document.querySelector('idv-verify')?.shadowRoot?.textContent ?? ''),
    );
    await page.getByRole('button', { name: 'Use the test document' }).click();
    await goOn(page, () =>
      /A quick selfie/.test(document.querySelector('idv-verify')?.shadowRoot?.textContent ?? ''),
    );
    await face.click();
  },
  backend_away: async (page) => {
    await expect(page.locator('idv-verify [part~=error], idv-verify .emblem.bad').first()).toBeVisible();
    await expect(async () => {
      await page.locator('idv-verify button').first().click({ timeout: 1_000 });
      await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
  },
};

const isWallet = (scenario: string) => /^(wallet|credential_)/.test(scenario);

for (const [scenario, { name, reaches }] of Object.entries(scenarios)) {
  // These have walks of their own: test/e2e/camera.spec.ts, session.spec.ts and handoff.spec.ts.
  if (['own', 'camera_refused', 'second_tab', 'handoff'].includes(scenario)) continue;
  const tag = scenario === 'aml_possible' ? ['@journey'] : [];
  test(`keeps its promise: ${name}`, { tag }, async ({ page, context }) => {
    const errors = watch(context, scenario);
    const prefill = isWallet(scenario) ? '' : '&prefill=yes';
    await page.goto(`/again?scenario=${scenario}&camera=test${prefill}&panel=folded`);
    await OWN_WALK[scenario]?.(page);
    if (isWallet(scenario)) {
      await page.getByRole('button', { name: 'Agree and continue' }).click();
      await page.getByRole('button', { name: 'Yes, measure my face' }).click();
      await share(page, scenario);
      const widget = page.locator('idv-verify');
      if (/revoked|expired|untrusted/.test(scenario)) {
        await expect(widget).toContainText('We could not use what your wallet sent.');
        await widget.locator('#wallet-type').click();
      }
      // The name that forces an outcome comes with all other details.
      const isKnown = scenario.startsWith('credential_');
      await expect(widget.locator('h2')).toHaveText(isKnown ? 'Check your answers' : 'Home address');
      if (!isKnown) await fillHomeAddress(page);
    }
    const kept = (wanted: string) =>
      wanted.split(' ').includes(document.querySelector('[data-outcome]')?.getAttribute('data-status') ?? '');
    await goOn(page, kept, reaches.join(' '));
    await expect(page.locator('[data-promise]')).toHaveAttribute('data-kept', 'true');
    expect(errors).toEqual([]);
  });
}

for (const [rule, title] of [
  ['scenario=spoof&spoof=decline', 'a suspected picture is declined'],
  ['scenario=approve&age=65', 'somebody is too young for the rule'],
] as const)
  test(`a rule changed on the screen is what happens: ${title}`, async ({ page, context }) => {
    const errors = watch(context);
    await page.goto(`/again?${rule}&camera=test`);
    await page.getByRole('tab', { name: 'Try' }).click();
    await expect(page.locator('[data-ends]')).toContainText('declined by the rule');
    await goOn(
      page,
      () => document.querySelector('[data-outcome]')?.getAttribute('data-status') === 'declined',
    );
    await expect(page.locator('[data-promise]')).toHaveAttribute('data-kept', 'true');
    expect(errors).toEqual([]);
  });

/** A processor four times slower leaves gaps in a recording: whoever is asked again still comes to the end. */
for (const preset of ['', '&brand=quayside&look=sharp&fields=few'])
  test(`on a busy machine the way ends as promised${preset && ', with another preset'}`, async ({
    page,
    context,
  }) => {
    const errors = watch(context);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(`/again?scenario=approve&camera=test&prefill=yes&panel=folded${preset}`);
    const isApproved = () =>
      document.querySelector('[data-outcome]')?.getAttribute('data-status') === 'approved';
    await expect(async () => await goOn(page, isApproved)).toPass();
    await expect(page.locator('[data-promise]')).toHaveAttribute('data-kept', 'true');
    expect(errors).toEqual([]);
  });
