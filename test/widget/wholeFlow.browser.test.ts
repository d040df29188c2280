import { expect, test } from 'vitest';
import { fillDetails } from './support/fillDetails.ts';
import { createCase, mount } from './support/mount.ts';

const RETURN = { returnUrl: 'https://shop.example/done', state: 's1' };

test('the whole way: consent, details, selfie, submitted, return', async () => {
  const { session, log } = await createCase(RETURN);
  const widget = mount({ session });
  await widget.agree();
  await widget.sees('Your name');
  await fillDetails(widget);
  widget.press();
  await widget.sees('A quick selfie');
  widget.choose('Use the test face');
  await widget.reviews();
  widget.press();
  await widget.sees('All done');
  widget.press();

  expect(widget.names()).toEqual([
    'idv-ready',
    'consent',
    'personal_details',
    'selfie',
    'sending',
    'submitted',
    'idv-submitted',
    'idv-return',
  ]);
  expect(widget.events.at(-1)!.detail.url).toBe(
    `https://shop.example/done?case_id=${session.caseId}&state=s1`,
  );
  expect(await log()).toContain('captured ["center","turn_left","look_up"] in 3 frames');
});

test('a case with only a selfie due shows no consent screen', async () => {
  const { session, log } = await createCase({ due: ['selfie'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  expect(widget.text()).not.toContain('Agree');
  expect(await log()).not.toContain('POST consent');
});

test('no message to the page contains an outcome', async () => {
  const { session } = await createCase({ status: 'submitted' });
  const widget = mount({ session });
  await widget.sees('All done');
  const output = widget.text() + JSON.stringify(widget.events.map(({ type, detail }) => ({ type, detail })));
  expect(output).not.toMatch(/approved|declined|review|success|passed|failed/i);
  expect(widget.find('[part=primary]')).toBeNull();
});

test('with no-redirect the page stays', async () => {
  const { session } = await createCase({ status: 'submitted', ...RETURN });
  const widget = mount({ session, attributes: { 'no-redirect': '' } });
  await widget.sees('All done');
  expect(widget.find('[part=primary]')).toBeNull();
});

test('resumes at the due item', async () => {
  const { session } = await createCase({ due: ['selfie'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  expect(widget.names()).toEqual(['idv-ready', 'selfie']);
});

test('declined consent cancels and says so', async () => {
  const { session, log } = await createCase(RETURN);
  const widget = mount({ session });
  await expect.poll(() => widget.text()).toContain('I don’t agree');
  widget.choose('I don’t agree');
  await expect.poll(() => widget.text()).toContain('Stop here?');
  expect(await log()).not.toContain('POST consent');
  widget.choose('No, go back');
  await expect.poll(() => widget.text()).toContain('I don’t agree');
  widget.choose('I don’t agree');
  await expect.poll(() => widget.text()).toContain('Yes, stop');
  widget.choose('Yes, stop');
  await widget.sees('was stopped');
  expect(widget.events.find(({ type }) => type === 'idv-cancel')?.detail).toEqual({
    caseId: session.caseId,
    reason: 'declined',
  });
  expect(await log()).toContain('POST consent');
  widget.press();
  expect(widget.names().at(-1)).toBe('idv-return');
});

test('the focus stays with the page at first, then follows the screens', async () => {
  const { session } = await createCase();
  const widget = mount({ session });
  await widget.sees('Let’s confirm');
  expect(document.activeElement).toBe(document.body);
  await widget.agree();
  await widget.sees('Your name');
  await expect.poll(() => widget.root.activeElement?.tagName).toBe('H2');
});

test('a dialog opens by itself, closes on request, opens again', async () => {
  const { session } = await createCase();
  const widget = mount({ session, attributes: { mode: 'modal' } });
  await widget.sees('Let’s confirm');
  expect(widget.find<HTMLDialogElement>('dialog')!.open).toBe(true);
  widget.press('[part=close]');
  await expect.poll(() => widget.names().at(-1)).toBe('idv-cancel');
  expect(widget.events.at(-1)!.detail.reason).toBe('closed');
  widget.element.locale = 'en';
  await widget.element.updateComplete;
  expect(widget.find<HTMLDialogElement>('dialog')!.open).toBe(false);
  widget.element.show();
  await widget.sees('Let’s confirm');
  expect(widget.find<HTMLDialogElement>('dialog')!.open).toBe(true);
});

test('a case that changed elsewhere is reloaded', async () => {
  const { session, change } = await createCase();
  const widget = mount({ session });
  await expect.poll(() => widget.find('[part=primary]')).not.toBeNull();
  await change({ status: 'expired', faults: [{ on: 'consent', status: 409, code: 'case_state_conflict' }] });
  await widget.agree();
  await widget.sees('has expired');
});

test('a failure at the start shows a message, a reference and a retry', async () => {
  const { session } = await createCase({ faults: [{ on: 'case', status: 403, code: 'origin_not_allowed' }] });
  const widget = mount({ session });
  await widget.sees('did not work');
  expect(widget.text()).toContain('req_1');
  expect(widget.events.map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ code: 'origin_not_allowed', requestId: 'req_1' }),
  );
  widget.press();
  await widget.sees('Let’s confirm');
});
