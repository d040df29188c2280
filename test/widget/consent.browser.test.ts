import { expect, test } from 'vitest';
import { defaultDetailsFields } from '../../src/contract/detailsFields.ts';
import { noBranding } from '../../src/contract/noBranding.ts';
import type { ClientSession } from '../../src/contract/sessionKey.ts';
import { fillDetails } from './support/fillDetails.ts';
import { createCase, type Mounted, mount } from './support/mount.ts';

const BANK = {
  ...noBranding,
  name: 'Example Bank',
  supportEmail: 'help@bank.example',
  privacyUrl: 'https://bank.example/privacy',
  alternativeUrl: 'https://bank.example/branches',
};

const whole = (widget: Mounted) => expect.poll(() => widget.find('[part=primary]')).not.toBeNull();
const links = ({ root }: Mounted) => [...root.querySelectorAll('a')].map(({ href }) => href);
const notices = ({ events }: Mounted) =>
  events.filter(({ type }) => type === 'idv-notice').map(({ detail }) => detail.code);

test('the consent names the site, the operator, the data and the retention', async () => {
  const { session } = await createCase({
    branding: BANK,
    fields: { ...defaultDetailsFields, phone: 'required' },
  });
  const widget = mount({ session, attributes: { 'site-name': 'Another name' } });
  await whole(widget);
  const first = widget.find('.screen')!.innerText;
  for (const words of [
    'Example Bank is asking',
    'Your details',
    'A short selfie',
    'lists',
    '30 days, 90 days, 5 years',
  ])
    expect(first).toContain(words);
  expect(first).not.toContain('sanctions');
  widget.find('summary')!.click();
  const text = widget.find('.screen')!.innerText;
  for (const words of [
    'Example Bank is asking for this check',
    'The check runs on: 127.0.0.1',
    'Contact: help@bank.example',
    'Your details: Your name, Date of birth, Nationality, Country of birth, Home address, Phone number',
    'small pictures in between',
    'wanted',
    'sanctions',
    'in politics',
    'People who work for the site may look',
    'The service is run by: Example Verification Ltd',
    'First a computer looks at the results.',
    'A second person may check what they decide.',
    'How long we keep it after the check ends',
    'Photos and measurements: 30 days',
    'Address, email and phone: 90 days',
    'Name, date of birth, nationality, country of birth, ID number and the result: 5 years',
    'it may be compared with the lists again',
    'ask the site for another way',
    'You can ask to have your data deleted',
    'ask for a person to decide',
  ])
    expect(text).toContain(words);
  expect(links(widget)).toEqual([
    'mailto:help@bank.example',
    'https://bank.example/privacy',
    'https://bank.example/branches',
  ]);
  expect(notices(widget)).not.toContain('site_name_missing');
});

test('attributes give name and operator if the account has no branding', async () => {
  const { session } = await createCase();
  const attributes = { 'site-name': 'Shop', 'privacy-url': '/privacy', contact: '+44 20 7946 0000' };
  const widget = mount({ session, attributes });
  await whole(widget);
  expect(widget.text()).toContain('Shop is asking for this check');
  expect(widget.text()).toContain('Contact: +44 20 7946 0000');
  expect(links(widget)).toEqual([`${location.origin}/privacy`]);
});

test('a missing name is shown in the consent and reported by a notice', async () => {
  const { session } = await createCase();
  const widget = mount({ session, attributes: { 'site-name': '', 'privacy-url': 'javascript:alert(1)' } });
  await whole(widget);
  expect(widget.text()).toContain(`${location.hostname} is asking for this check`);
  expect(links(widget)).toEqual([]);
  await expect
    .poll(() => notices(widget))
    .toEqual(expect.arrayContaining(['site_name_missing', 'attribute_invalid']));
});

test('the consent lists no address if the case requires none', async () => {
  const { session } = await createCase({ fields: { ...defaultDetailsFields, address: 'hidden' } });
  const widget = mount({ session });
  await whole(widget);
  expect(widget.find('.screen')!.innerText).not.toMatch(/home address/i);
});

test('the consent has no buttons before its text is complete', async () => {
  const { session } = await createCase();
  let give = (_session: ClientSession) => {};
  const pending = new Promise<ClientSession>((resolve) => {
    give = resolve;
  });
  const widget = mount({ fetchSession: () => pending });
  await widget.sees('Let’s confirm');
  expect(widget.root.querySelectorAll('button').length).toBe(0);
  const heading = widget.find('h2');
  give(session);
  await whole(widget);
  expect(widget.find('h2')).toBe(heading);
  expect(widget.text()).toContain('Shop is asking for this check');
});

test('the displayed text is recorded, overrides included', async () => {
  const { session, texts, log } = await createCase({ branding: BANK });
  const widget = mount({ session });
  widget.element.messages = {
    en: { consent: { faceTitle: 'Your face?', rights: 'You can always say no.' } },
  };
  const intro = document.createElement('p');
  intro.slot = 'intro';
  intro.textContent = 'A word of the bank.';
  widget.element.append(intro);
  await whole(widget);
  const layer = widget.find<HTMLDetailsElement>('details')!;
  layer.open = true;
  const first = widget.find('.screen')!.innerText.replace('What happens', '▸ What happens');
  layer.open = false;
  widget.press();
  await widget.sees('Your face?');
  expect(layer.open).toBe(false);
  const second = widget.find('.screen')!.innerText;
  widget.press();
  await widget.sees('Your name');
  const [text] = await texts();
  const lines = [first, second].flatMap((shown) => shown.split('\n').map((line) => line.trim()));
  expect(text!.split('\n')).toEqual(['A word of the bank.', ...lines.filter(Boolean)]);
  expect(text).toContain('You can always say no.');
  expect((await log()).filter((call) => call === 'POST consent').length).toBe(1);
});

test('a layer that was read is recorded as open', async () => {
  const { session, texts } = await createCase({ branding: BANK });
  const widget = mount({ session });
  await whole(widget);
  widget.find('summary')!.click();
  widget.press();
  await widget.sees('measure your face');
  widget.press();
  await widget.sees('Your name');
  const [text] = await texts();
  expect(text).toContain('▾ What happens to my data?');
  expect(text).not.toContain('▸');
});

test('whoever has no other way of the site is told whom to ask', async () => {
  const { session } = await createCase({ branding: { ...BANK, alternativeUrl: null } });
  const widget = mount({ session });
  await whole(widget);
  const way = widget.find('slot[name=alternative]')!;
  expect(way.textContent).toContain('ask the site for another way');
  expect(way.querySelector('a')!.href).toBe('mailto:help@bank.example');
});

test('the button stands on the first screen of a small phone, and everything else one press away', async () => {
  const { session } = await createCase({ branding: BANK });
  const widget = mount({ session });
  Object.assign(widget.element.style, { display: 'block', width: '336px' });
  await whole(widget);
  const top = widget.element.getBoundingClientRect().top;
  expect(widget.find('[part=primary]')!.getBoundingClientRect().bottom - top).toBeLessThan(640 - 72);
});

test('the face check has a separate consent, and there is a way back', async () => {
  const { session, log } = await createCase();
  const widget = mount({ session });
  await whole(widget);
  widget.press();
  await widget.sees('May we measure your face?');
  await expect.poll(() => widget.root.activeElement?.tagName).toBe('H2');
  expect(await log()).not.toContain('POST consent');
  widget.press('[part=back]');
  await widget.sees('Let’s confirm');
  await whole(widget);
  await widget.agree();
  await widget.sees('Your name');
  expect(await log()).toContain('POST consent');
});

test('refusing the face check asks for confirmation, and shows the alternative of the site', async () => {
  const { session, log } = await createCase({ branding: BANK, returnUrl: 'https://bank.example/back' });
  const widget = mount({ session });
  await whole(widget);
  widget.press();
  await widget.sees('measure your face');
  expect(links(widget)).toEqual(['https://bank.example/branches']);
  widget.choose('No, do not measure my face');
  await expect.poll(() => widget.root.activeElement?.id).toBe('ask');
  expect(await log()).not.toContain('POST consent');
  widget.choose('Yes, stop');
  await widget.sees('was stopped');
  expect(links(widget)).toEqual(['https://bank.example/branches']);
  expect(widget.events.find(({ type }) => type === 'idv-cancel')!.detail.reason).toBe('face_refused');
});

test('if the policy allows it, the flow continues without a face', async () => {
  const { session, log } = await createCase({ withoutFace: 'review' });
  const widget = mount({ session });
  await whole(widget);
  widget.press();
  await widget.sees('measure your face');
  expect(widget.text()).toContain('a person checks your details');
  widget.choose('No, do not measure my face');
  await fillDetails(widget);
  expect(widget.find('.progress')!.textContent).toContain('Step 5 of 5');
  widget.press();
  await widget.sees('All done');
  expect(widget.names()).not.toContain('idv-cancel');
  expect(await log()).not.toContain('POST selfie-check');
});

test('the site’s own element shows its alternative', async () => {
  const { session } = await createCase({ status: 'canceled' });
  const widget = mount({ session });
  const other = document.createElement('a');
  Object.assign(other, { slot: 'alternative', href: 'https://shop.example/visit', textContent: 'Visit us' });
  widget.element.append(other);
  await widget.sees('was stopped');
  expect(other.assignedSlot).not.toBeNull();
  expect(other.getBoundingClientRect().height).toBeGreaterThan(0);
});
