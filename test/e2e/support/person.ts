import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { giveDetails } from './linkOf.ts';

/** The actions of a person in the widget, by its visible texts. */
export function person(page: Page) {
  const { primary, field, choose } = controlsOf(page);

  // Without a document, which test/e2e/document.spec.ts shows.
  const open = async (path = '/open?document=off') => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Let’s confirm it’s you' })).toBeVisible();
  };

  return {
    primary,
    open,

    /** The same for tests that begin at the selfie: consent and details are given by calls. */
    openAtSelfie: async (
      request: APIRequestContext,
      { path, ...more }: { path?: string; key?: string; familyName?: string } = {},
    ) => {
      const session = page.waitForResponse((response) => response.url().endsWith('/idv/session'));
      await open(path);
      const { caseId } = await (await session).json();
      await giveDetails(request, caseId, more);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'A quick selfie' })).toBeVisible();
    },

    consent: async () => {
      await page.getByRole('button', { name: 'Agree and continue' }).click();
      await page.getByRole('button', { name: 'Yes, measure my face' }).click();
      await expect(page.getByRole('heading', { name: 'Your name' })).toBeFocused();
    },

    /** From the first screen of the details to the one where all answers can be checked. @param looked at each screen, filled in. */
    fillDetails: async (looked = async () => {}) => {
      await field('given-name').fill('Ada');
      await field('family-name').fill('Lovelace');
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

    /** Lets the test face complete the challenge: it follows each instruction at once. Sends the pictures. */
    sendSelfie: () => sendSelfie(page),

    /** One picture without the movements: sooner there, and no reason to approve anybody. */
    takeOnePicture: async () => {
      await page.getByRole('button', { name: 'Use the test face' }).click();
      await page.getByRole('button', { name: 'Another way' }).click();
      await page.getByRole('button', { name: 'I can’t do this movement' }).click();
      await expect(page.getByRole('heading', { name: 'Are these photos clear?' })).toBeFocused();
    },

    send: () => send(page),

    field,
  };
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/**
 * Sends the pictures, and takes others as long as the page asks for them because of a break: on a busy machine the test
 * face has turned too far from one frame to the next, which only the service sees.
 */
async function sendSelfie(page: Page): Promise<void> {
  const screen = page.locator('idv-verify');
  const before = screen.getByRole('heading', {
    name: /^(Are these photos clear\?|(Sending|Checking) your photos)$/,
  });
  do {
    await takeSelfie(page);
    await send(page);
    await expect(before).toHaveCount(0);
  } while (await screen.getByText('The photos stopped too early.').isVisible());
}

/** Uses the test face until a recording is complete. */
async function takeSelfie(page: Page): Promise<void> {
  const review = page.getByRole('heading', { name: 'Are these photos clear?' });
  await page.getByRole('button', { name: 'Use the test face' }).click();
  await expect(review).toBeFocused();
  // A machine that is too busy for half a second breaks the recording, and the page sends none: nobody is approved without.
  const recording = page.getByRole('button', { name: 'Play the small pictures in between' });
  for (let takes = 1; !(await recording.isVisible()); takes++) {
    if (takes === MAX_TAKES)
      throw new Error(
        `No recording was complete in ${MAX_TAKES} takes: this machine is too busy for half a second again and again, or the page loses frames.`,
      );
    await page.getByRole('button', { name: 'Take new photos' }).click();
    await expect(review).toHaveCount(0);
    await expect(review).toBeFocused();
  }
}

/** A machine that breaks so many recordings gives no result. */
const MAX_TAKES = 12;

/** The home address, which the wallets of tests do not prove: fills it in, and goes on to the proven answers. */
export async function fillHomeAddress(page: Page): Promise<void> {
  const { primary, field, choose } = controlsOf(page);
  await choose('Country', 'sweden');
  await field('address-line1').fill('Storgatan 1');
  await field('address-level2').fill('Stockholm');
  await field('postal-code').fill('111 23');
  await primary.click();
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused();
  await expect(page.locator('idv-verify')).toContainText('From your digital ID wallet');
}

function controlsOf(page: Page) {
  return {
    primary: page.locator('idv-verify [part~="primary"]'),
    field: (token: string) => page.locator(`idv-verify [autocomplete="${token}"]`),
    /** Types a common name of a country, and selects the first option. */
    choose: async (label: string, text: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).fill(text);
      await page.keyboard.press('Enter');
    },
  };
}
