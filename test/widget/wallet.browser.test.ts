import axe from 'axe-core';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page, server, userEvent } from 'vitest/browser';
import { createCase, type Mounted, mount } from './support/mount.ts';

interface DevTools {
  send(method: string, params?: object): Promise<unknown>;
}

/** Only Chromium has a wallet of its own for tests. */
const hasWallet = server.browser === 'chromium';
const wallet = (behaviour: object) =>
  (cdp() as unknown as DevTools).send('DigitalCredentials.setVirtualWalletBehavior', behaviour);
const answers = (response: string, protocol = 'openid4vp-v1-unsigned') =>
  wallet({ action: 'respond', protocol, response: { response } });

afterEach(async () => {
  if (hasWallet) await wallet({ action: 'clear' });
});

const claims = ['givenName', 'familyName', 'dateOfBirth', 'portrait', 'nationalities', 'address'] as const;
const offer = { mode: 'offer' as const, asked: [...claims], triesLeft: 5, proven: null, qr: false };

const open = async (credential: object = offer) => {
  const made = await createCase({ due: ['personal_details'], credential: { ...offer, ...credential } });
  return { ...made, widget: mount({ session: made.session }) };
};

/** A real press: a wallet is asked for no other. */
const press = (button: HTMLElement | undefined) => page.elementLocator(button!).click();

const choice = async (widget: Mounted) => {
  await widget.sees('How do you want to give your details?');
  return [...widget.root.querySelectorAll<HTMLButtonElement>('.choice button')];
};

test.runIf(hasWallet)(
  'both options have equal size, below the data, requester, purpose and retention',
  async () => {
    const { widget } = await open();
    const [share, type] = (await choice(widget)).map((button) => button.getBoundingClientRect());
    expect(share!.width).toBe(type!.width);
    expect(share!.height).toBe(type!.height);
    for (const text of [
      'Given name',
      'Date of birth',
      'Photo',
      'is asking for this check',
      'Shop',
      'Let’s confirm it’s you',
      'How long we keep it after the check ends',
    ])
      expect(widget.text()).toContain(text);
    const { violations } = await axe.run(widget.element);
    expect(violations.map(({ id }) => id)).toEqual([]);
  },
);

test.runIf(hasWallet)('the name of a site is shown as it is, whatever signs it has', async () => {
  const name = "Bits & Bobs $& $' Co";
  const { session } = await createCase({ due: ['personal_details'], credential: offer });
  const widget = mount({ session, attributes: { 'site-name': name } });
  await choice(widget);
  expect(widget.text()).toContain(name);
});

test.runIf(hasWallet).each(['openid4vp-v1-unsigned', 'openid4vp-v1-signed', 'org-iso-mdoc'])(
  'details proven by a wallet with %s are shown, locked and not requested again',
  async (protocol) => {
    await answers('good', protocol);
    const { widget, log } = await open();
    await press((await choice(widget))[0]);
    // The street is missing, so only the street is requested.
    await widget.sees('Home address');
    expect((await log()).filter((line) => line.startsWith('POST'))).toEqual([
      'POST credential-requests',
      'POST response',
    ]);
    expect(widget.find('[name="givenName"]')).toBeNull();
  },
);

test.runIf(hasWallet)('a refused credential, a decline and an error lead back without loss', async () => {
  await answers('bad');
  const refused = (await open()).widget;
  await press((await choice(refused))[0]);
  await expect.poll(() => refused.text()).toContain('We could not use what your wallet sent.');
  await wallet({ action: 'decline' });
  await press((await choice(refused))[0]);
  await refused.sees('Your name');
});

test.runIf(hasWallet)(
  'a closed wallet has a way back from the form, where an old refusal is not said again',
  async () => {
    await answers('bad');
    const { widget } = await open();
    await press((await choice(widget))[0]);
    await expect.poll(() => widget.text()).toContain('We could not use what your wallet sent.');
    await wallet({ action: 'decline' });
    await press((await choice(widget))[0]);
    await widget.sees('Your name');
    widget.press('[part=back]');
    await choice(widget);
    expect(widget.text()).not.toContain('We could not use what your wallet sent.');
  },
);

test.runIf(hasWallet)('details that the site knows do not take the wallet away', async () => {
  const prefill = { givenName: 'Ada', familyName: 'Lovelace', dateOfBirth: '1985-12-10' };
  const { session } = await createCase({ due: ['personal_details'], credential: offer, prefill });
  const widget = mount({ session });
  await press((await choice(widget))[1]);
  await expect.poll(() => widget.text()).toMatch(/Nationality|Check your answers|Your name/);
});

test.runIf(hasWallet)('what the site knows beside the proven details leaves nothing to type', async () => {
  await answers('good', 'openid4vp-v1-unsigned');
  const address = { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' };
  const prefill = { givenName: 'Ada', familyName: 'Lovelace', nationalities: ['GB'], address };
  const { session } = await createCase({ due: ['personal_details'], credential: offer, prefill });
  const widget = mount({ session });
  await press((await choice(widget))[0]);
  await widget.sees('Check your answers');
  expect(widget.find('.lead')).toBeNull();
});

test.runIf(hasWallet)('leaving while the wallet waits ends the request', async () => {
  await wallet({ action: 'wait' });
  const { widget, log } = await open();
  await press((await choice(widget))[0]);
  await press((await choice(widget))[1]);
  await widget.sees('Your name');
  expect(await log()).not.toContain('POST response');
});

test('typing leads to the form; without a wallet the form is shown at once', async () => {
  const { widget } = await open();
  if (hasWallet) await press((await choice(widget))[1]);
  await widget.sees('Your name');
  // Where no wallet can be asked, no arrow leads to one.
  if (!hasWallet) expect(widget.find('[part=back]')).toBeNull();
});

test.runIf(hasWallet)('works by keyboard alone, right to left, in dark mode, at 320 pixels', async () => {
  const { send } = cdp() as unknown as DevTools;
  const scheme = (value: string) =>
    send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
  await page.viewport(320, 640);
  await scheme('dark');
  onTestFinished(async () => {
    await page.viewport(414, 896);
    await scheme('light');
  });
  const { session } = await createCase({ due: ['personal_details'], credential: offer });
  const widget = mount({ session, attributes: { locale: 'ar' } });
  await expect.poll(() => widget.find('#wallet-type')).not.toBeNull();
  expect(getComputedStyle(widget.find('h2')!).direction).toBe('rtl');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const { violations } = await axe.run(widget.element);
  expect(violations.map(({ id }) => id)).toEqual([]);
  for (const id of ['wallet-share', 'wallet-type']) {
    await userEvent.keyboard('{Tab}');
    expect(widget.root.activeElement?.id).toBe(id);
    expect(getComputedStyle(widget.root.activeElement!).outlineStyle).not.toBe('none');
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => widget.find('[name="givenName"]')).not.toBeNull();
  await expect.poll(() => widget.root.activeElement?.localName).toBe('h2');
});

/** A computer whose policy has a code: the way to the phone is there. */
const withCode = async (attributes: Record<string, string> = {}) => {
  const made = await createCase({
    due: ['personal_details'],
    credential: { ...offer, qr: true },
    phone: { step: 'credential' },
  });
  return { ...made, widget: mount({ session: made.session, attributes }) };
};

test('a computer without a wallet offers the phone, and continues with the proven details', async () => {
  const api = globalThis.DigitalCredential;
  Reflect.deleteProperty(globalThis, 'DigitalCredential');
  onTestFinished(() => {
    if (api) Object.assign(globalThis, { DigitalCredential: api });
  });
  const { widget, change, log } = await withCode();
  await press((await choice(widget))[0]);
  await widget.sees('Share from your digital ID wallet');
  await expect.poll(() => widget.find('.code')).not.toBeNull();
  const { violations } = await axe.run(widget.element, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await change({ phone: { status: 'joined', phone: 'Chrome on Android' } });
  await widget.sees('Enter the 4-digit number from your phone');
  widget.find<HTMLInputElement>('#digits')!.value = '1234';
  widget.press();
  await widget.sees('Continue on your phone');
  expect(widget.text()).toContain('This page will go on by itself.');
  expect(widget.text()).not.toContain('selfie');
  await change({ phone: { status: 'done', reason: 'done' }, proven: true });
  await widget.sees('Home address');
  expect(await log()).not.toContain('POST response');
});

test.runIf(hasWallet)(
  'by keyboard alone a computer can offer the phone and return, at 320 pixels',
  async () => {
    await page.viewport(320, 640);
    onTestFinished(() => page.viewport(414, 896));
    const { widget } = await withCode({ locale: 'he' });
    await expect.poll(() => widget.find('#wallet-phone')).not.toBeNull();
    for (const id of ['wallet-share', 'wallet-type', 'wallet-phone']) {
      await userEvent.keyboard('{Tab}');
      expect(widget.root.activeElement?.id).toBe(id);
      expect(getComputedStyle(widget.root.activeElement!).outlineStyle).not.toBe('none');
    }
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => widget.find('.code')).not.toBeNull();
    await expect.poll(() => widget.root.activeElement?.localName).toBe('h2');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    const back = [...widget.root.querySelectorAll<HTMLElement>('.actions [part=secondary]')].at(-1)!;
    back.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => widget.find('#wallet-phone')).not.toBeNull();
    await expect.poll(() => widget.root.activeElement?.localName).toBe('h2');
  },
);

test.runIf(hasWallet)('the phone of a hand-off shares, shows a refusal, and goes back', async () => {
  const { session, log } = await createCase({ due: ['credential'], isPhone: true, credential: offer });
  const widget = mount({ session });
  const [share, back] = await choice(widget);
  expect([share!.textContent!.trim(), back!.textContent]).toEqual([
    'Share from your digital ID wallet',
    'Go back to your computer',
  ]);
  await wallet({ action: 'decline' });
  await press(share);
  await expect.poll(() => widget.find('#wallet-share')?.ariaDisabled).toBeNull();
  await answers('bad');
  await press((await choice(widget))[0]);
  await expect.poll(() => widget.text()).toContain('We could not use what your wallet sent.');
  await press((await choice(widget))[1]);
  await expect
    .poll(() => widget.events.filter(({ type }) => type === 'idv-cancel').map(({ detail }) => detail.reason))
    .toEqual(['closed']);
  expect(await log()).toContain('DELETE handoff');
  expect(widget.find('[name="givenName"]')).toBeNull();
});

test('a code is offered if the case allows it, and never on a phone', async () => {
  const { widget } = await open({ qr: false });
  if (hasWallet) await choice(widget);
  else await widget.sees('Your name');
  expect(widget.find('#wallet-phone')).toBeNull();
});

test('a case without a policy for credentials requests none', async () => {
  const { widget, log } = await open({ mode: 'off', asked: [] });
  await widget.sees('Your name');
  expect(await log()).not.toContain('POST credential-requests');
});

test.runIf(hasWallet)('every language has the wallet texts', async () => {
  const { languageTags } = await import('../../src/widget/locales/languageTags.ts');
  const { walletTexts } = await import('../../src/widget/locales/walletTexts.ts');
  const all = await Promise.all(languageTags.map((tag) => walletTexts(tag)));
  for (const texts of all) expect(Object.values(texts).filter((text) => text.length > 1)).toHaveLength(9);
  expect(new Set(all.map(({ share }) => share)).size).toBeGreaterThan(55);
});
