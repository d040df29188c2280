import type { Page } from 'playwright';
import { noBranding } from '../../src/contract/noBranding.ts';
import type { SmallCaseOptions } from '../widget/support/SmallCase.ts';

export interface Look {
  theme: 'light' | 'dark';
  /** Pixels. */
  width: number;
}

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
  /** By default in light and dark, on a phone and a desk. */
  looks?: Look[];
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const heading = (page: Page, text: string) => page.locator('h2', { hasText: text }).waitFor();
const selfie: SmallCaseOptions = { due: ['selfie'] };
/** A computer whose policy requires a phone. */
const handoff: SmallCaseOptions = { ...selfie, handoff: 'force' };
const byPhone = { status: 'joined', phone: 'Chrome on Android' } as const;
const details: SmallCaseOptions = { due: ['personal_details', 'selfie'] };
const review = async (page: Page) => {
  await press(page, 'Use the test face');
  await page.locator('.pictures').waitFor({ timeout: 60_000 });
};

const branding: SmallCaseOptions['branding'] = {
  ...noBranding,
  name: 'Example Bank',
  supportEmail: 'help@bank.example',
  privacyUrl: 'https://bank.example/privacy',
  alternativeUrl: 'https://bank.example/branches',
};
/** The consent once the case was read. */
const whole = (page: Page) => page.locator('[part=primary]').waitFor();
const face = async (page: Page) => {
  await press(page, 'Agree and continue');
  await heading(page, 'measure your face');
};
const onward = (page: Page) => page.locator('[part=primary]').click();
const refused = async (page: Page) => {
  await onward(page);
  await page.locator('.field-error').first().waitFor();
};
const choose = async (page: Page, path: string, text: string) => {
  await page.locator(`[name="${path}"]`).fill(text);
  await page.keyboard.press('Enter');
};
/** The question after a person typed two names and then ticked that they have one. */
const oneName = async (page: Page) => {
  await page.locator('[name=givenName]').fill('Ada');
  await page.locator('[name=familyName]').fill('Lovelace');
  await page.locator('[name=mononym]').click();
  await page.locator('.pair').waitFor();
};
/** To the screen with the date of birth, with two nationalities. */
const birth = async (page: Page) => {
  await page.locator('[name=givenName]').fill('Ada');
  await page.locator('[name=familyName]').fill('Lovelace');
  await onward(page);
  await page.locator('[name="dateOfBirth.day"]').fill('10');
  await page.locator('[name="dateOfBirth.month"]').fill('12');
  await page.locator('[name="dateOfBirth.year"]').fill('1985');
  await choose(page, 'nationalities.0', 'GB');
  await page.locator('.small').first().click();
  await page.locator('[name="nationalities.1"]').waitFor();
};
const address = async (page: Page) => {
  await birth(page);
  await choose(page, 'nationalities.1', 'FR');
  await onward(page);
  await choose(page, 'address.country', 'GB');
  await page.locator('[name="address.line1"]').fill('12 St James’s Square');
  await page.locator('[name="address.city"]').fill('London');
  await page.locator('[name="address.postalCode"]').fill('SW1Y 4JH');
};
const check = async (page: Page) => {
  await address(page);
  await onward(page);
  await page.locator('.answers').first().waitFor();
};

const faceIn = async (page: Page) => {
  await onward(page);
  await page.locator('[aria-describedby=without]').waitFor();
};

/** The screens that a language fills most, on a phone. */
const inLanguage = (locale: string, titles: { consent: string; name: string; selfie: string }): Scene[] => {
  const look = { attributes: { locale }, looks: [{ theme: 'light', width: 360 } as const] };
  return [
    { ...look, name: `${locale}, consent`, case: { branding }, sees: titles.consent, act: whole },
    { ...look, name: `${locale}, face`, case: { branding }, sees: titles.consent, act: faceIn },
    { ...look, name: `${locale}, details, errors`, case: details, sees: titles.name, act: refused },
    { ...look, name: `${locale}, birth`, case: details, sees: titles.name, act: birth },
    { ...look, name: `${locale}, check`, case: details, sees: titles.name, act: check },
    { ...look, name: `${locale}, selfie`, case: selfie, sees: titles.selfie },
  ];
};

/** Every screen in the states that look different. */
export const scenes: Scene[] = [
  { name: 'consent', case: { branding }, sees: 'Let’s confirm', act: whole },
  { name: 'consent, without a name', case: {}, sees: 'Let’s confirm', act: whole },
  { name: 'consent, face', case: { branding }, sees: 'Let’s confirm', act: face },
  { name: 'consent, face, review', case: { withoutFace: 'review' }, sees: 'Let’s confirm', act: face },
  {
    name: 'consent, refusing',
    case: { branding },
    sees: 'Let’s confirm',
    act: (page) => press(page, 'I don’t agree'),
  },
  { name: 'details', case: details, sees: 'name' },
  {
    name: 'details, errors',
    case: details,
    sees: 'name',
    act: refused,
  },
  { name: 'details, one name', case: details, sees: 'name', act: oneName },
  { name: 'birth', case: details, sees: 'name', act: birth },
  {
    name: 'birth, countries',
    case: details,
    sees: 'name',
    act: async (page) => {
      await birth(page);
      await page.locator('[name="nationalities.1"]').fill('turk');
      await page.locator('[role=option]').first().waitFor();
    },
  },
  { name: 'address', case: details, sees: 'name', act: address },
  { name: 'check', case: details, sees: 'name', act: check },
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
    name: 'selfie, or by phone',
    case: { ...selfie, handoff: 'enable' },
    sees: 'A quick selfie',
    act: (page) => page.getByRole('button', { name: 'Use your phone instead' }).waitFor(),
  },
  {
    name: 'selfie, phone first',
    case: { ...selfie, handoff: 'enable' },
    sees: 'A quick selfie',
    before: (page) =>
      page.evaluate(() => {
        navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
      }),
    act: (page) => page.getByText('No camera found').waitFor(),
  },
  {
    name: 'handoff, code',
    case: handoff,
    sees: 'with your phone',
    act: (page) => page.locator('.code').waitFor(),
  },
  {
    name: 'handoff, no phone',
    case: { ...handoff, branding },
    sees: 'with your phone',
    act: async (page) => {
      await press(page, 'I have no phone');
      await heading(page, 'I have no phone');
    },
  },
  { name: 'handoff, digits', case: { ...handoff, phone: byPhone }, sees: '4-digit number' },
  {
    name: 'handoff, wrong digits',
    case: { ...handoff, phone: { ...byPhone, refusals: 1 } },
    sees: '4-digit number',
    act: async (page) => {
      await page.locator('#digits').fill('0000');
      await page.locator('[part=primary]').click();
      await page.getByText('This is not the number on your phone.').waitFor();
    },
  },
  {
    name: 'handoff, waiting',
    case: { ...handoff, phone: { ...byPhone, status: 'confirmed' } },
    sees: 'Continue on your phone',
  },
  {
    name: 'handoff, ended',
    case: { ...handoff, phone: byPhone },
    sees: '4-digit number',
    act: async (page) => {
      await press(page, 'This is not my phone');
      await heading(page, 'disconnected');
    },
  },
  {
    name: 'ar, handoff, code',
    case: handoff,
    attributes: { locale: 'ar' },
    sees: 'التقطوا السيلفي بهاتفكم',
    act: (page) => page.locator('.code').waitFor(),
    looks: [{ theme: 'light', width: 360 }],
  },
  {
    name: 'ar, handoff, digits',
    case: { ...handoff, phone: byPhone },
    attributes: { locale: 'ar' },
    sees: 'أدخلوا الأرقام الأربعة',
    looks: [{ theme: 'light', width: 360 }],
  },
  {
    name: 'live, guided',
    case: selfie,
    sees: 'A quick selfie',
    act: async (page) => {
      await page.locator('[part=primary]').click();
      await page.getByText('The photos are taken').waitFor({ timeout: 30_000 });
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
  { name: 'canceled', case: { status: 'canceled', branding }, sees: 'was stopped' },
  { name: 'expired', case: { status: 'expired' }, sees: 'has expired' },
  {
    name: 'problem',
    case: { faults: [{ on: 'case', status: 422, code: 'validation_failed' }] },
    sees: 'did not work',
  },
  { name: 'dialog', case: { branding }, attributes: { mode: 'modal' }, sees: 'Let’s confirm', act: whole },
  { name: 'preset sharp', case: details, attributes: { preset: 'sharp' }, sees: 'name' },
  {
    name: 'preset plain',
    case: { branding },
    attributes: { preset: 'plain' },
    sees: 'Let’s confirm',
    act: whole,
  },
  {
    name: 'preset sharp, consent',
    case: { branding },
    attributes: { preset: 'sharp' },
    sees: 'Let’s confirm',
    act: whole,
  },
  {
    name: 'languages',
    case: details,
    attributes: { languages: 'en, de, ar' },
    sees: 'name',
    act: (page) => page.locator('[part=languages]').waitFor(),
  },
  {
    name: 'languages, dialog',
    case: {},
    attributes: { languages: 'en, de, ar', mode: 'modal', locale: 'ar' },
    sees: 'لنتأكد من هويتكم',
    act: whole,
  },
  ...inLanguage('ar', { consent: 'لنتأكد من هويتكم', name: 'اسمكم', selfie: 'سيلفي سريع' }),
  ...inLanguage('de', {
    consent: 'Bitte bestätigen Sie, dass Sie es sind',
    name: 'Ihr Name',
    selfie: 'Ein schnelles Selfie',
  }),
  ...inLanguage('th', { consent: 'ยืนยันว่าเป็นท่านจริง', name: 'ชื่อและนามสกุล', selfie: 'ถ่ายเซลฟี' }),
];
