import { expect, test } from '@playwright/test';
import { person } from './support/person.ts';

test('who was offline for a moment goes on without a reload, wherever it was', async ({ page, context }) => {
  const ada = person(page);
  const refused = page.locator('idv-verify [role="alert"]', { hasText: 'no connection to the internet' });
  await ada.open();
  await context.setOffline(true);
  await ada.primary.click();
  await expect(refused).toBeVisible();
  await context.setOffline(false);
  await ada.consent();

  await ada.fillDetails();
  await context.setOffline(true);
  await ada.primary.click();
  await expect(refused).toBeVisible();
  await context.setOffline(false);
  await ada.sendDetails();

  await ada.takeSelfie();
  await context.setOffline(true);
  await ada.send();
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeFocused();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeFocused();
});
