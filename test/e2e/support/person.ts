import { expect, type Page } from '@playwright/test';

/** The actions of a person in the widget, by its visible texts. */
export function person(page: Page) {
  const primary = page.locator('idv-verify [part~="primary"]');

  return {
    primary,

    open: async () => {
      await page.goto('/open');
      await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
    },

    consent: async () => {
      await page.getByRole('button', { name: 'Agree and continue' }).click();
      await page.getByRole('button', { name: 'Yes, measure my face' }).click();
      await expect(page.getByRole('heading', { name: 'Your name' })).toBeFocused();
    },

    /** From the first screen of the details to the one where all answers can be checked. @param looked at each screen, filled in. */
    fillDetails: async (familyName = 'Lovelace', looked = async () => {}) => {
      await field('given-name').fill('Ada');
      await field('family-name').fill(familyName);
      await primary.click();
      await field('bday-day').fill('10');
      await field('bday-month').fill('12');
      await field('bday-year').fill('1985');
      await choose('Nationality', 'uk');
      await looked();
      await primary.click();
      await choose('Country', 'uk');
      await field('address-line1').fill('12 St James’s Square');
      await field('address-level2').fill('London');
      await field('postal-code').fill('SW1Y 4JH');
      await looked();
      await primary.click();
      await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused();
      await looked();
    },

    sendDetails: async () => {
      await primary.click();
      await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeFocused();
    },

    /** Lets the test face complete the challenge: it follows each instruction at once. */
    takeSelfie: async () => {
      await page.getByRole('button', { name: 'Use the test face' }).click();
      await expect(page.getByRole('heading', { name: 'Happy with the result?' })).toBeFocused();
    },

    send: async () => {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    },

    field,
  };

  /** Types what people call a country, and takes the first that is offered. */
  async function choose(label: string, text: string) {
    await page.getByRole('combobox', { name: label, exact: true }).fill(text);
    await page.keyboard.press('Enter');
  }

  function field(token: string) {
    return page.locator(`idv-verify [autocomplete="${token}"]`);
  }
}
