import type { Page } from 'playwright';
import type { SmallCaseOptions } from '../widget/support/SmallCase.ts';

/** One screen in one state, and how to get there. */
export interface Scene {
  name: string;
  case: SmallCaseOptions;
  attributes?: Record<string, string>;
  /** Runs before there is a session, with an empty widget. */
  before?: (page: Page) => Promise<unknown>;
  act?: (page: Page) => Promise<unknown>;
  /** The heading to wait for, before `act`. */
  sees: string;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const heading = (page: Page, text: string) => page.locator('h2', { hasText: text }).waitFor();
const selfie: SmallCaseOptions = { due: ['selfie'] };
const details: SmallCaseOptions = { due: ['personal_details', 'selfie'] };
const review = async (page: Page) => {
  await press(page, 'Use the test face');
  await page.locator('.pictures').waitFor({ timeout: 60_000 });
};

/** Every screen in the states that look different. */
export const scenes: Scene[] = [
  { name: 'consent', case: {}, sees: 'Let’s confirm' },
  {
    name: 'consent, more',
    case: {},
    sees: 'Let’s confirm',
    act: (page) => page.locator('summary').click(),
  },
  { name: 'details', case: details, sees: 'name' },
  {
    name: 'details, errors',
    case: details,
    sees: 'name',
    act: async (page) => {
      await page.locator('[part=primary]').click();
      await page.locator('.field-error').first().waitFor();
    },
  },
  { name: 'selfie', case: selfie, sees: 'A quick selfie' },
  {
    name: 'selfie, again',
    case: { ...selfie, lastError: { code: 'selfie_too_dark', retryable: true } },
    sees: 'Try again',
  },
  {
    name: 'camera refused',
    case: selfie,
    sees: 'A quick selfie',
    before: (page) =>
      page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
      }),
    act: async (page) => {
      await page.locator('[part=primary]').click();
      await page.locator('.emblem').waitFor();
    },
  },
  {
    name: 'live, guided',
    case: selfie,
    sees: 'A quick selfie',
    act: async (page) => {
      await page.locator('[part=primary]').click();
      await page.getByText('The photos take themselves').waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'live, other ways',
    case: selfie,
    sees: 'A quick selfie',
    act: async (page) => {
      await page.locator('[part=primary]').click();
      await press(page, 'Another way');
      await page.locator('.ways-out').waitFor();
    },
  },
  {
    name: 'live, by hand',
    case: selfie,
    sees: 'A quick selfie',
    act: async (page) => {
      await page.locator('[part=primary]').click();
      await press(page, 'Another way');
      await press(page, 'Press the button myself');
      await page.locator('[part=primary]', { hasText: 'Take the photo' }).waitFor();
    },
  },
  { name: 'review, three', case: selfie, sees: 'A quick selfie', act: review },
  {
    name: 'not sent',
    case: { ...selfie, faults: [{ on: 'capture', status: 422, code: 'image_unreadable' }] },
    sees: 'A quick selfie',
    act: async (page) => {
      await review(page);
      await page.locator('[part=primary]').click();
      await page.locator('.banner').waitFor();
    },
  },
  {
    name: 'sending',
    case: selfie,
    sees: 'A quick selfie',
    before: (page) => page.route('**/capture', () => undefined),
    act: async (page) => {
      await review(page);
      await page.locator('[part=primary]').click();
      await heading(page, 'ending your photos');
    },
  },
  { name: 'submitted', case: { status: 'submitted' }, sees: 'All done' },
  { name: 'canceled', case: { status: 'canceled' }, sees: 'has ended' },
  { name: 'expired', case: { status: 'expired' }, sees: 'has expired' },
  {
    name: 'problem',
    case: { faults: [{ on: 'case', status: 422, code: 'validation_failed' }] },
    sees: 'did not work',
  },
  { name: 'dialog', case: {}, attributes: { mode: 'modal' }, sees: 'Let’s confirm' },
  { name: 'preset sharp', case: details, attributes: { preset: 'sharp' }, sees: 'name' },
  { name: 'preset plain', case: {}, attributes: { preset: 'plain' }, sees: 'Let’s confirm' },
  { name: 'preset sharp, consent', case: {}, attributes: { preset: 'sharp' }, sees: 'Let’s confirm' },
];
