import { expect, test } from 'vitest';
import { textFiles } from '../../src/widget/locales/textFiles.ts';
import { ADA, fillDetails, typeDetails } from './support/fillDetails.ts';
import { createCase, type Mounted, mount } from './support/mount.ts';

const details = async (options: Parameters<typeof createCase>[0] = {}) => {
  const made = await createCase({ due: ['personal_details'], ...options });
  const widget = mount({ session: made.session });
  await expect.poll(() => widget.heading()).toMatch(/Your name|Check your answers/);
  return { ...made, widget };
};

const errorsOf = ({ root }: Mounted) =>
  [...root.querySelectorAll('.field-error')].map((error) => error.textContent);
const links = ({ root }: Mounted) => [...root.querySelectorAll('#summary a')];
const typedIn = ({ find }: Mounted, name: string) => find<HTMLInputElement>(`[name="${name}"]`)!.value;

/** Continues to the screen after the name. */
const goToBirth = async (widget: Mounted) => {
  await typeDetails(widget, { givenName: 'Ada', familyName: 'Lovelace' });
  widget.press();
  await widget.sees('Birth and nationality');
};

test('an empty screen: each field shows its error, the summary has the focus and links to the fields', async () => {
  const { widget, log } = await details();
  widget.press();
  await expect.poll(() => errorsOf(widget)).toEqual(['Enter your given name.', 'Enter your family name.']);
  await expect.poll(() => widget.root.activeElement?.id).toBe('summary');
  expect(links(widget).map(({ textContent }) => textContent)).toEqual(errorsOf(widget));
  const fields = [...widget.root.querySelectorAll('[aria-invalid=true]')];
  expect(fields.map((field) => field.getAttribute('aria-describedby'))).toEqual([
    'field-givenName-error',
    'field-familyName-error',
  ]);
  (links(widget).at(-1) as HTMLElement).click();
  await expect.poll(() => widget.root.activeElement?.getAttribute('name')).toBe('familyName');
  expect(await log()).not.toContain('POST personal-details');
});

test('an error disappears during correction, and is not counted again', async () => {
  const { widget } = await details();
  widget.press();
  await expect.poll(() => errorsOf(widget).length).toBe(2);
  const summary = widget.find('#summary')!.textContent;
  await typeDetails(widget, { givenName: 'A' });
  await expect.poll(() => errorsOf(widget)).toEqual(['Enter your family name.']);
  expect(widget.find('#summary')!.textContent).toBe(summary);
});

test('names an unusable character; typographic dashes are accepted', async () => {
  const { widget } = await details();
  await typeDetails(widget, { givenName: 'Anne–Marie', familyName: 'Kumar A/L Raj' });
  widget.press();
  await expect.poll(() => errorsOf(widget)).toEqual(['The character \u2068“/”\u2069 can’t be used here.']);
});

test('a name that is too long is kept, with the number of extra characters', async () => {
  const { widget } = await details();
  await typeDetails(widget, { givenName: 'A'.repeat(103), familyName: 'Lovelace' });
  widget.press();
  await expect.poll(() => errorsOf(widget)).toEqual(['This is 3 characters too long.']);
  expect(typedIn(widget, 'givenName')).toHaveLength(103);
});

test('a single name is confirmed, and both answers keep the typed values', async () => {
  const { widget } = await details();
  await typeDetails(widget, { givenName: 'Ada', familyName: 'Lovelace' });
  widget.find('[name=mononym]')!.click();
  await expect.poll(() => widget.root.activeElement?.id).toBe('field-mononym-question');
  expect(widget.text()).toContain('Then there is one field for your name. What you typed stays.');
  expect(widget.text()).toContain('You typed two names.');
  expect(typedIn(widget, 'familyName')).toBe('Lovelace');
  widget.choose('No, go back');
  await expect.poll(() => (widget.root.activeElement as HTMLInputElement | null)?.name).toBe('mononym');
  expect(widget.find<HTMLInputElement>('[name=mononym]')!.checked).toBe(false);
  expect(typedIn(widget, 'familyName')).toBe('Lovelace');
  widget.find('[name=mononym]')!.click();
  await expect.poll(() => widget.find('.pair')).not.toBeNull();
  widget.press('.pair button:last-child');
  await expect.poll(() => widget.find('[name=givenName]')).toBeNull();
  expect(typedIn(widget, 'fullName')).toBe('Ada Lovelace');
  widget.find('[name=mononym]')!.click();
  await expect.poll(() => widget.find('[name=fullName]')).toBeNull();
  expect(typedIn(widget, 'givenName')).toBe('Ada');
});

test('one word as a name is accepted without a warning', async () => {
  const { widget } = await details();
  await typeDetails(widget, { givenName: 'Suharto' });
  widget.find('[name=mononym]')!.click();
  await expect.poll(() => widget.find('.pair')).not.toBeNull();
  expect(widget.text()).not.toContain('You typed two names.');
  widget.press('.pair button:last-child');
  await expect.poll(() => widget.find('[name=fullName]')).not.toBeNull();
  expect(typedIn(widget, 'fullName')).toBe('Suharto');
  widget.press();
  await widget.sees('Birth and nationality');
});

test.each(['ja', 'ko', 'zh-Hans', 'zh-Hant', 'hu', 'vi'] as const)(
  'in %s the family name comes first, in errors too',
  async (locale) => {
    const { session } = await createCase({ due: ['personal_details'] });
    const widget = mount({ session, attributes: { locale } });
    await expect.poll(() => widget.find('[name=familyName]')).not.toBeNull();
    const fields = [...widget.root.querySelectorAll<HTMLInputElement>('form input')].map(({ name }) => name);
    expect(fields.slice(0, 2)).toEqual(['familyName', 'givenName']);
    widget.press();
    await expect.poll(() => widget.root.activeElement?.id).toBe('summary');
    const links = [...widget.root.querySelectorAll('#summary a')].map(({ textContent }) => textContent);
    const { required } = (await textFiles[locale].rest()).fieldErrors;
    expect(links).toEqual([required.familyName, required.givenName]);
  },
);

test('an impossible day is distinguished from a missing one', async () => {
  const { widget } = await details();
  await goToBirth(widget);
  widget.press();
  await expect
    .poll(() => errorsOf(widget))
    .toEqual(['Enter your date of birth.', 'Choose your nationality.']);
  const born = (day: string, month: string, year: string) =>
    typeDetails(widget, { 'dateOfBirth.day': day, 'dateOfBirth.month': month, 'dateOfBirth.year': year });
  for (const [day, month, year, words] of [
    ['31', '2', '2000', 'This date can’t be right.'],
    ['1', '2', '85', 'Fill in all three: Month, Day, Year. The year has four digits.'],
    ['1', '', '1985', 'Fill in all three: Month, Day, Year. The year has four digits.'],
    ['1', '2', '2190', 'This date can’t be right.'],
    ['1', '2', '1850', 'This date can’t be right.'],
  ] as const) {
    await born(day, month, year);
    widget.press();
    await expect.poll(() => errorsOf(widget)[0]).toBe(words);
  }
});

test('a repeated nationality is marked at its field', async () => {
  const { widget } = await details();
  await goToBirth(widget);
  await typeDetails(widget, { 'nationalities.0': 'France' });
  await expect.poll(() => widget.text()).toContain('Add another nationality');
  widget.choose('Add another nationality');
  await expect.poll(() => widget.root.activeElement?.getAttribute('name')).toBe('nationalities.1');
  await typeDetails(widget, {
    'nationalities.1': 'France',
    'dateOfBirth.day': '1',
    'dateOfBirth.month': '1',
    'dateOfBirth.year': '1980',
  });
  widget.press();
  await expect.poll(() => errorsOf(widget)).toEqual(['You chose this country already.']);
  expect(widget.find('#field-nationalities-1')!.getAttribute('aria-invalid')).toBe('true');
  widget.choose('Remove');
  await expect.poll(() => widget.find('[name="nationalities.1"]')).toBeNull();
  await expect.poll(() => widget.root.activeElement?.getAttribute('name')).toBe('nationalities.0');
  widget.press();
  await widget.sees('Home address');
});

test('going back and forth loses nothing, and all answers can be reviewed and changed', async () => {
  const { widget, log } = await details();
  await fillDetails(widget);
  const terms = [...widget.root.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(terms).toEqual(expect.arrayContaining(['Ada', 'Lovelace', 'United Kingdom', 'SW1Y 4JH', 'London']));
  widget.press('[aria-label="Change: Your name"]');
  await widget.sees('Your name');
  await typeDetails(widget, { givenName: 'Augusta Ada' });
  widget.press();
  await widget.sees('Check your answers');
  expect(widget.text()).toContain('Augusta Ada');
  widget.press('[part=back]');
  await widget.sees('Home address');
  expect(typedIn(widget, 'address.postalCode')).toBe('SW1Y 4JH');
  widget.press();
  await widget.sees('Check your answers');
  widget.press();
  await widget.sees('All done');
  expect(await log()).toContain('POST personal-details');
});

test('a field that the service refuses is marked on its screen', async () => {
  const errors = [{ pointer: '#/address/city', code: 'too_long', detail: '' }];
  const { widget } = await details({
    faults: [{ on: 'personal-details', status: 422, code: 'validation_failed', errors }],
  });
  await fillDetails(widget);
  widget.press();
  await widget.sees('Home address');
  await expect.poll(() => widget.find('#field-address-city')?.getAttribute('aria-invalid')).toBe('true');
  widget.press();
  await widget.sees('Check your answers');
  widget.press();
  await widget.sees('All done');
});

test('if the service is unreachable, a message says so and typed values are kept', async () => {
  const fault = { on: 'personal-details', status: 503, code: 'unavailable' };
  const { widget } = await details({ faults: [fault, fault, fault] });
  await fillDetails(widget);
  widget.press();
  await expect.poll(() => widget.text()).toContain('The service is busy');
  expect(widget.text()).toContain('Your answers are still here');
  expect(widget.events.at(-1)!.detail).toMatchObject({ code: 'unavailable', retryable: true });
  widget.press();
  await widget.sees('All done');
});

test('test outcome names are accepted in test mode only', async () => {
  const { widget } = await details({ mode: 'live' });
  await typeDetails(widget, { ...{ givenName: ADA.givenName }, familyName: 'IDVTEST_APPROVE' });
  widget.press();
  await expect.poll(() => errorsOf(widget)).toEqual(['The character \u2068“_”\u2069 can’t be used here.']);
});

test('every field has a label, and the standard ones their autocomplete', async () => {
  const { widget } = await details();
  const tokens: string[] = [];
  const read = () => {
    const fields = [...widget.root.querySelectorAll<HTMLInputElement>('input')];
    expect(fields.filter(({ labels }) => labels?.length !== 1)).toEqual([]);
    // The attribute, since not every browser repeats each of them in the property.
    const values = fields.map((field) => field.getAttribute('autocomplete')!);
    tokens.push(...values.filter((token) => token && token !== 'off'));
  };
  read();
  await goToBirth(widget);
  read();
  await typeDetails(widget, {
    'nationalities.0': 'France',
    'dateOfBirth.day': '1',
    'dateOfBirth.month': '1',
    'dateOfBirth.year': '1980',
  });
  widget.press();
  await widget.sees('Home address');
  await typeDetails(widget, { 'address.country': 'United States' });
  await expect.poll(() => widget.find('[name="address.region"]')).not.toBeNull();
  read();
  expect(tokens).toEqual([
    ...['given-name', 'family-name', 'additional-name'],
    ...['bday-month', 'bday-day', 'bday-year'],
    ...['country-name', 'address-line1', 'address-line2', 'address-level2', 'address-level1', 'postal-code'],
  ]);
});

test.each(['el', 'ar'] as const)(
  'an answer that a reviewer questions is named and linked, in %s',
  async (tag) => {
    const lastError = { code: 'details_address', retryable: true } as never;
    const { session } = await createCase({ due: ['personal_details'], lastError });
    const widget = mount({ session, attributes: { locale: tag } });
    const texts = { ...(await textFiles[tag].start()), ...(await textFiles[tag].rest()) };
    await expect
      .poll(() => links(widget).map((link) => link.textContent))
      .toEqual([texts.details.addressTitle]);
    (links(widget)[0] as HTMLElement).click();
    await expect.poll(() => widget.heading()).toBe(texts.details.addressTitle);
  },
);
