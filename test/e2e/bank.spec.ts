import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from './support/axeFaults.ts';

// While a screen fades in, its colours are not yet those to judge.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const widget = (page: Page) => page.getByRole('button', { name: 'Agree and continue' });

/** Pages of a visitor with a case. */
let cookies: Parameters<ReturnType<Page['context']>['addCookies']>[0];
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto('/open');
  await expect(widget(page)).toBeVisible();
  cookies = await page.context().cookies();
  await page.close();
});

for (const path of [
  '/',
  '/larkspur',
  '/quayside',
  '/larkspur/privacy',
  '/tour',
  '/tour/notes',
  '/file',
  '/open',
  '/return',
  '/nowhere',
]) {
  test(`${path} is accessible in light and dark colours and violates no policy of its own`, async ({
    page,
    context,
  }) => {
    await context.addCookies(cookies);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    await page.goto(path);
    await expect(path === '/open' ? widget(page) : page.locator('h1:visible')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
      expect(await axeFaults(page), colorScheme).toEqual([]);
    }
    expect(complaints).toEqual([]);
    const { width, shown } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      shown: document.documentElement.clientWidth,
    }));
    expect(width).toBeLessThanOrEqual(shown);
  });
}

for (const query of [
  '',
  'language=fr',
  'language=ar',
  'language=fil',
  'scenario=second_tab',
  'brand=quayside',
])
  test(`the consent’s button is on the first screen of a small phone: ${query || 'as it opens'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/again?panel=folded&${query}`);
    const button = page.locator('idv-verify [part=primary]');
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // Nothing that a person must know first is hidden for it.
    await expect(page.locator('idv-verify summary')).toBeInViewport({ ratio: 1 });
  });
