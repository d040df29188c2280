import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the bank in ${colorScheme} colours`, () => {
    // While a screen fades in, its colours are not yet those to judge.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

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
      test(`${path} can be read by everybody and breaks no policy of its own`, async ({ page }) => {
        const complaints: string[] = [];
        page.on('console', (message) => {
          if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
        });
        const widget = page.getByRole('button', { name: 'Agree and continue' });
        await page.goto('/open');
        await expect(widget).toBeVisible();
        await page.goto(path);
        await expect(path === '/open' ? widget : page.locator('h1')).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        expect(complaints).toEqual([]);
        const { width, shown } = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          shown: document.documentElement.clientWidth,
        }));
        expect(width).toBeLessThanOrEqual(shown);
      });
    }
  });
}
