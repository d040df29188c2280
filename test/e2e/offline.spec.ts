import { expect, test } from '@playwright/test';
import { person } from './support/person.ts';

test('each step continues automatically after a short offline period', async ({ page, context }) => {
  const ada = person(page);
  // As an alert on the current screen, or on a separate screen if the script of the next one is missing.
  const refused = page.locator('idv-verify').getByText('You are offline');
  await ada.open();
  await ada.primary.click();
  await expect(page.getByRole('heading', { name: 'May we measure your face?' })).toBeFocused();
  await context.setOffline(true);
  await ada.primary.click();
  await expect(refused).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Your name' })).toBeFocused();

  await ada.fillDetails();
  await context.setOffline(true);
  await ada.primary.click();
  await expect(refused).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeFocused();

  await ada.takeOnePicture();
  await context.setOffline(true);
  await ada.send();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeFocused();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'All done, thank you' })).toBeFocused();
});
