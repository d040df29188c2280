import { expect, test } from 'vitest';
import { fillDetails } from './support/fillDetails.ts';
import { createCase, mount } from './support/mount.ts';

test('renews an expired key silently', async () => {
  const { session, change } = await createCase({ due: ['personal_details'] });
  let current = session;
  const widget = mount({ fetchSession: async () => current });
  await widget.sees('Your name');
  await fillDetails(widget);
  current = await change({ key: true });
  widget.press();
  await widget.sees('All done');
  expect(widget.names()).not.toContain('idv-error');
});

test('keeps typed values if no new key is available', async () => {
  const { session, change } = await createCase({ due: ['personal_details'] });
  const widget = mount({ session });
  await widget.sees('Your name');
  await fillDetails(widget);
  const next = await change({ key: true });
  widget.press();
  await widget.sees('signed out');
  expect(widget.names()).toContain('idv-session-expired');

  widget.element.session = next;
  await widget.sees('Check your answers');
  expect(widget.text()).toContain('Lovelace');
  widget.press();
  await widget.sees('All done');
});

test('shows the sign-in screen if the back end refuses to renew, and continues after sign-in', async () => {
  const { session } = await createCase();
  let isSignedIn = false;
  const { SessionError } = await import('../../src/widget/session/SessionError.ts');
  const fetchSession = async () => {
    if (!isSignedIn) throw new SessionError('signed_out', 'session-url answered 401');
    return session;
  };
  const widget = mount({ fetchSession });
  await widget.sees('signed out');
  isSignedIn = true;
  widget.press();
  await widget.sees('Let’s confirm');
});

test('session-url of another origin is refused before anything is sent', async () => {
  const widget = mount({ attributes: { 'session-url': 'https://elsewhere.example/idv/session' } });
  await widget.sees('did not work');
  expect(widget.events.at(0)).toMatchObject({ type: 'idv-error', detail: { code: 'setup' } });
});

test('keys stay out of the document and out of storage', async () => {
  const { session } = await createCase();
  const widget = mount({ session });
  await widget.sees('Let’s confirm');
  const outside = document.documentElement.outerHTML + widget.root.innerHTML + location.href;
  expect(outside + JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(session.sessionKey);
});

test('continues at the same step after a move within the page', async () => {
  const { session } = await createCase({ due: ['personal_details'] });
  const widget = mount({ session });
  await widget.sees('Your name');
  await fillDetails(widget);
  const place = document.createElement('section');
  document.body.append(place);
  place.append(widget.element);
  await widget.sees('Check your answers');
  expect(widget.text()).toContain('Ada');
  expect(widget.events.filter(({ type }) => type === 'idv-ready').length).toBe(1);
  place.remove();
});

test('a new fetchSession function at every render changes nothing', async () => {
  const { session, log } = await createCase({ due: ['personal_details'] });
  const widget = mount({ fetchSession: async () => session });
  await widget.sees('Your name');
  widget.element.fetchSession = async () => session;
  widget.element.session = null;
  await widget.element.updateComplete;
  await fillDetails(widget);
  widget.press();
  await widget.sees('All done');
  expect((await log()).filter((call) => call === 'GET case').length).toBe(2);
});

test('a session for another case starts with empty fields', async () => {
  const one = await createCase({ due: ['personal_details'] });
  const other = await createCase({ due: ['personal_details'] });
  let current = one.session;
  const widget = mount({ fetchSession: async () => current });
  await widget.sees('Your name');
  await fillDetails(widget);
  await one.change({ key: true });
  current = other.session;
  widget.press();
  await widget.sees('did not work');
  widget.press();
  await expect.poll(() => widget.find<HTMLInputElement>('[name=familyName]')?.value).toBe('');
});
