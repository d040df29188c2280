import { expect, test } from 'vitest';
import { ADA, fillDetails } from './support/fillDetails.ts';
import { type Mounted, makeCase, mount } from './support/mount.ts';

const details = async (options: Parameters<typeof makeCase>[0] = {}) => {
  const made = await makeCase({ due: ['personal_details'], ...options });
  const widget = mount({ session: made.session });
  await widget.sees('Your details');
  return { ...made, widget };
};

const errorsOf = ({ root }: Mounted) =>
  [...root.querySelectorAll('[aria-invalid=true]')].map((field) => {
    const described = root.getElementById(field.getAttribute('aria-describedby')!);
    return `${field.getAttribute('name')}: ${described!.textContent}`;
  });

test('an empty form: every answer that is missing, focus on the first, count announced', async () => {
  const { widget, log } = await details();
  widget.press();
  await expect
    .poll(() => errorsOf(widget))
    .toEqual([
      'givenName: Please fill this in.',
      'familyName: Please fill this in.',
      'dateOfBirth: Please fill this in.',
      'nationalities.0: Please choose a country.',
      'address.line1: Please fill this in.',
      'address.city: Please fill this in.',
      'address.country: Please choose a country.',
    ]);
  await expect.poll(() => widget.root.activeElement?.getAttribute('name')).toBe('givenName');
  expect(widget.find('[role=alert]')!.textContent).toContain('7 things need your attention');
  const links = [...widget.root.querySelectorAll('a')];
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Given name',
    'Family name',
    'Date of birth',
    'Nationality',
    'Street and number',
    'Town or city',
    'Country',
  ]);
  links.at(-1)!.click();
  expect(widget.root.activeElement?.getAttribute('name')).toBe('address.country');
  expect(await log()).not.toContain('POST personal-details');
});

test('a mended field loses its error at once', async () => {
  const { widget } = await details();
  widget.press();
  await expect.poll(() => errorsOf(widget).length).toBe(7);
  fillDetails(widget, { givenName: 'Ada' });
  await expect.poll(() => errorsOf(widget).length).toBe(6);
});

test('every field has a label, and the standard ones their autocomplete', async () => {
  const { widget } = await details();
  const fields = [...widget.root.querySelectorAll<HTMLInputElement>('input, select')];
  expect(fields.filter(({ labels }) => labels?.length !== 1)).toEqual([]);
  const tokens = fields.map(({ autocomplete }) => autocomplete).filter((token) => token && token !== 'off');
  expect(tokens).toEqual([
    'given-name',
    'family-name',
    'additional-name',
    'bday',
    'address-line1',
    'address-line2',
    'postal-code',
    'address-level2',
    'address-level1',
    'country',
  ]);
});

test('one name only', async () => {
  const { widget } = await details();
  fillDetails(widget);
  widget.find('[name=mononym]')!.click();
  await expect.poll(() => widget.find('[name=givenName]')).toBeNull();
  expect(widget.find<HTMLInputElement>('[name=familyName]')!.value).toBe(ADA.familyName);
  widget.press();
  await widget.sees('All done');
});

test('several nationalities, removed again, none twice', async () => {
  const { widget } = await details();
  fillDetails(widget);
  for (const code of ['FR', 'GB']) {
    widget.choose('Add another nationality');
    const last = () => [...widget.root.querySelectorAll<HTMLSelectElement>('[name^=nationalities]')].at(-1)!;
    await expect.poll(() => last().value).toBe('');
    await expect.poll(() => widget.root.activeElement).toBe(last());
    fillDetails(widget, { [last().name]: code });
  }
  widget.press();
  await expect.poll(() => errorsOf(widget)).toEqual(['nationalities.0: The same country is chosen twice.']);
  widget.choose('Remove');
  await expect.poll(() => widget.find<HTMLSelectElement>('[name="nationalities.1"]')!.value).toBe('GB');
  widget.choose('Remove');
  await expect.poll(() => widget.find('[name="nationalities.1"]')).toBeNull();
  await expect.poll(() => widget.root.activeElement?.getAttribute('name')).toBe('nationalities.0');
  widget.press();
  await widget.sees('All done');
});

test('fields that the service refuses are marked', async () => {
  const errors = [{ pointer: '#/address/city', code: 'too_long', detail: '' }];
  const { widget } = await details({
    faults: [{ on: 'personal-details', status: 422, code: 'validation_failed', errors }],
  });
  fillDetails(widget);
  widget.press();
  await expect.poll(() => errorsOf(widget)).toEqual(['address.city: This is too long.']);
  widget.press();
  await widget.sees('All done');
});

test('when the service stays away, the words say so and nothing typed is lost', {
  timeout: 30_000,
}, async () => {
  const fault = { on: 'personal-details', status: 503, code: 'unavailable' };
  const { widget } = await details({ faults: [fault, fault, fault] });
  fillDetails(widget);
  widget.press();
  await expect.poll(() => widget.text(), { timeout: 20_000 }).toContain('The service is busy');
  expect(widget.text()).toContain('What you typed is still here');
  expect(widget.find<HTMLInputElement>('[name=familyName]')!.value).toBe(ADA.familyName);
  expect(widget.events.at(-1)!.detail).toMatchObject({ code: 'unavailable', retryable: true });
  widget.press();
  await widget.sees('All done');
});

test('the name of a test outcome is a name in test mode alone', async () => {
  const { widget } = await details({ mode: 'live' });
  fillDetails(widget, { ...ADA, familyName: 'IDVTEST_APPROVE' });
  widget.press();
  await expect.poll(() => errorsOf(widget).join()).toContain('familyName: Please use letters');
});
