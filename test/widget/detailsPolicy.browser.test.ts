import { expect, test } from 'vitest';
import { defaultDetailsFields } from '../../src/contract/detailsFields.ts';
import { draftStore } from '../../src/widget/form/draftStore.ts';
import { fillDetails, typeDetails } from './support/fillDetails.ts';
import { createCase, mount } from './support/mount.ts';

const due = ['personal_details' as const];
const hidden = {
  ...defaultDetailsFields,
  nationalities: 'hidden',
  countryOfBirth: 'hidden',
  address: 'hidden',
} as const;

test('hidden details are not requested', async () => {
  const { session } = await createCase({ due, fields: hidden });
  const widget = mount({ session });
  await widget.sees('Your name');
  expect(widget.text()).toContain('Step 2 of 4');
  await typeDetails(widget, { givenName: 'Ada', familyName: 'Lovelace' });
  widget.press();
  await widget.sees('Birth and nationality');
  await typeDetails(widget, {
    'dateOfBirth.day': '10',
    'dateOfBirth.month': '12',
    'dateOfBirth.year': '1985',
  });
  expect(widget.find('[role=combobox]')).toBeNull();
  widget.press();
  await widget.sees('Check your answers');
  widget.press();
  await widget.sees('All done');
});

test('additional details have a screen, and are required if the policy requires them', async () => {
  const { session } = await createCase({ due, fields: { ...hidden, email: 'required', phone: 'optional' } });
  const widget = mount({ session });
  await widget.sees('Your name');
  await typeDetails(widget, { givenName: 'Ada', familyName: 'Lovelace' });
  widget.press();
  await typeDetails(widget, {
    'dateOfBirth.day': '10',
    'dateOfBirth.month': '12',
    'dateOfBirth.year': '1985',
  });
  widget.press();
  await widget.sees('Contact and ID');
  widget.press();
  await expect.poll(() => widget.find('.field-error')?.textContent).toBe('Enter your email address.');
  await typeDetails(widget, { email: 'ada@example.com', phone: '0044 20 7946 0000' });
  widget.press();
  await widget.sees('Check your answers');
  expect(widget.text()).toContain('+442079460000');
});

test('prefilled details are confirmed instead of typed', async () => {
  const prefill = {
    ...{ givenName: 'Ada', familyName: 'Lovelace', dateOfBirth: '1985-12-10', nationalities: ['GB'] },
    address: { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' },
  };
  const { session } = await createCase({ due, prefill });
  const widget = mount({ session });
  await widget.sees('Check your answers');
  expect(widget.text()).toContain('The site gave us these details');
  expect(widget.text()).toContain('December 10, 1985');
  widget.press();
  await widget.sees('All done');
});

test('partly prefilled details are shown, and missing ones are requested', async () => {
  const { session } = await createCase({ due, prefill: { givenName: 'Ada', nationalities: ['FR'] } });
  const widget = mount({ session });
  await widget.sees('Your name');
  await expect.poll(() => widget.find<HTMLInputElement>('[name=givenName]')!.value).toBe('Ada');
});

test('typed values survive a reload, encrypted, and are deleted once they were sent', async () => {
  const { session } = await createCase({ due });
  const before = mount({ session });
  await before.sees('Your name');
  await typeDetails(before, { givenName: 'Ada', familyName: 'Lovelace' });
  before.press();
  await before.sees('Birth and nationality');
  await expect.poll(async () => (await draftStore.load(session.caseId))?.page).toBe('birth');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/Ada|Lovelace|birth/);
  before.element.remove();

  const after = mount({ session });
  await after.sees('Birth and nationality');
  after.press('[part=back]');
  await after.sees('Your name');
  expect(after.find<HTMLInputElement>('[name=familyName]')!.value).toBe('Lovelace');
  await fillDetails(after);
  after.press();
  await after.sees('All done');
  await expect.poll(() => draftStore.load(session.caseId)).toBeNull();
  expect(sessionStorage.getItem('idv-draft')).toBeNull();
});

test('half an hour after the last key press, typed values and their key are deleted', async () => {
  const { session } = await createCase({ due });
  const widget = mount({ session });
  await widget.sees('Your name');
  await typeDetails(widget, { givenName: 'Ada' });
  await expect.poll(async () => (await draftStore.load(session.caseId))?.typed['givenName']).toBe('Ada');
  widget.element.remove();
  const { now } = Date;
  Date.now = () => now() + 30 * 60_000 + 1000;
  try {
    expect(await draftStore.load(session.caseId)).toBeNull();
    expect(sessionStorage.getItem('idv-draft')).toBeNull();
  } finally {
    Date.now = now;
  }
  expect(await draftStore.load(session.caseId)).toBeNull();
});

test('after a reload at the selfie the answers are kept and not sent again', async () => {
  const { session, log } = await createCase({ due: ['personal_details', 'selfie'] });
  const before = mount({ session });
  await fillDetails(before);
  before.press();
  await before.sees('A quick selfie');
  before.element.remove();

  const after = mount({ session });
  await after.sees('A quick selfie');
  await expect.poll(() => after.find('[part=back]')).not.toBeNull();
  after.press('[part=back]');
  await after.sees('Check your answers');
  expect(after.text()).toContain('Lovelace');
  expect(after.text()).toContain('SW1Y 4JH');
  after.press();
  await after.sees('A quick selfie');
  expect((await log()).filter((call) => call === 'POST personal-details')).toHaveLength(1);
});

test('from the selfie the person can view the answers and continue without sending them again', async () => {
  const { session, log } = await createCase({ due: ['personal_details', 'selfie'] });
  const widget = mount({ session });
  await fillDetails(widget);
  widget.press();
  await widget.sees('A quick selfie');
  widget.press('[part=back]');
  await widget.sees('Check your answers');
  expect(widget.text()).toContain('Lovelace');
  widget.press();
  await widget.sees('A quick selfie');
  expect((await log()).filter((call) => call === 'POST personal-details')).toHaveLength(1);
});
