import { expect, type Page } from '@playwright/test';

/** What a person does in the widget, by what they see. */
export function person(page: Page) {
  const primary = page.locator('idv-verify [part~="primary"]');

  return {
    primary,

    open: async () => {
      await page.goto('/open');
      await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
    },

    consent: async () => {
      await primary.click();
      await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused();
    },

    fillDetails: async (familyName = 'Lovelace') => {
      await field('given-name').fill('Ada');
      await field('family-name').fill(familyName);
      await field('bday').fill('1985-12-10');
      await page.getByLabel('Nationality').selectOption('GB');
      await field('address-line1').fill('12 St James’s Square');
      await field('address-level2').fill('London');
      await field('country').selectOption('GB');
    },

    sendDetails: async () => {
      await primary.click();
      await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeFocused();
    },

    /** Lets the test face go through the challenge: it does what is asked as soon as it is asked. */
    takeSelfie: async () => {
      await page.getByRole('button', { name: 'Use the test face' }).click();
      await expect(page.getByRole('heading', { name: 'Happy with these?' })).toBeFocused({ timeout: 30_000 });
    },

    send: async () => {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    },

    field,
  };

  function field(token: string) {
    return page.locator(`idv-verify [autocomplete="${token}"]`);
  }
}
