import { expect, inject, onTestFinished } from 'vitest';
import type { ClientSession } from '../../../src/contract/sessionKey.ts';
import type { IdvEventName } from '../../../src/widget/events.ts';
import { IdvVerifyElement } from '../../../src/widget/register.ts';
import type { Change, SmallCaseOptions } from './SmallCase.ts';

const NAMES: IdvEventName[] = [
  'idv-ready',
  'idv-step',
  'idv-submitted',
  'idv-return',
  'idv-error',
  'idv-session-expired',
  'idv-cancel',
  'idv-notice',
];

/** A case of the small API. */
export async function createCase(options: SmallCaseOptions = {}) {
  const call = async (method: string, path: string, body?: unknown) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return (await fetch(`${inject('smallApi')}${path}`, init)).json();
  };
  const session: ClientSession = await call('POST', '/cases', options);
  return {
    session,
    change: (change: Change): Promise<ClientSession> => call('PATCH', `/cases/${session.caseId}`, change),
    log: (): Promise<string[]> => call('GET', `/cases/${session.caseId}/log`),
    /** How many streams of its hand-off are open. */
    listeners: (): Promise<number> => call('GET', `/cases/${session.caseId}/listeners`),
    /** The texts of the consents that were given. */
    texts: (): Promise<string[]> => call('GET', `/cases/${session.caseId}/texts`),
  };
}

export interface MountOptions {
  session?: ClientSession;
  fetchSession?: () => Promise<ClientSession>;
  attributes?: Record<string, string>;
  /** Where to; by default the body. */
  parent?: Element;
}

/** Puts the element on the page and returns handles for the test. It is removed after the test. */
export function mount({ session, fetchSession, attributes = {}, parent = document.body }: MountOptions) {
  const element = document.createElement('idv-verify');
  const events: CustomEvent[] = [];
  for (const name of NAMES) element.addEventListener(name, (event) => events.push(event as CustomEvent));
  // The test page must stay where it is.
  element.addEventListener('idv-return', (event) => event.preventDefault());
  for (const [name, value] of Object.entries({ 'site-name': 'Shop', ...attributes }))
    element.setAttribute(name, value);
  if (session) element.session = session;
  if (fetchSession) element.fetchSession = fetchSession;
  parent.append(element);
  onTestFinished(() => element.remove());
  const root = element.renderRoot as ShadowRoot;
  const find = <T extends Element = HTMLElement>(selector: string) => root.querySelector<T>(selector);
  return {
    element: expectElement(element),
    root,
    events,
    find,
    names: () =>
      events
        .filter(({ type }) => type !== 'idv-notice')
        .map(({ type, detail }) => (type === 'idv-step' ? detail.step : type)),
    heading: () => find('h2')?.textContent ?? '',
    text: () => root.textContent ?? '',
    /** Waits for the heading of a screen. */
    sees: async (title: string | RegExp) => {
      const heading = () => find('h2')?.textContent ?? '';
      const shows = (text: string) => (typeof title === 'string' ? text.includes(title) : title.test(text));
      // The rest of the screen explains an unexpected heading.
      await expect.poll(() => (shows(heading()) ? '' : `${heading()}: ${root.textContent}`)).toBe('');
    },
    press: (selector = '[part=primary]') => find(selector)!.click(),
    /** Agrees to the check, then to the face. */
    agree: async () => {
      for (const title of ['Let’s confirm', 'measure your face']) {
        await expect.poll(() => find('h2')?.textContent).toContain(title);
        await expect.poll(() => find('[part=primary]')).not.toBeNull();
        find('[part=primary]')!.click();
      }
    },
    /**
     * Waits for photos that may be sent. A busy machine leaves a gap between them, which the page asks to fill: once.
     */
    reviews: async () => {
      const primary = () => find('[part~=primary]')?.textContent?.trim();
      const heading = () => find('h2')?.textContent;
      await expect.poll(heading).toBe('Are these photos clear?');
      if (primary() === 'Take new photos') find('[part~=primary]')!.click();
      await expect.poll(primary).toBe('Send');
    },
    /** Presses the button with that text. */
    choose: (label: string) => {
      [...root.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === label)!.click();
    },
  };
}

function expectElement(element: HTMLElement): IdvVerifyElement {
  expect(element).toBeInstanceOf(IdvVerifyElement);
  return element as IdvVerifyElement;
}

/** Mounts the widget of a case that only needs a selfie, and waits for the picture of the camera. */
export async function mountAtCamera() {
  const { session } = await createCase({ due: ['selfie'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  widget.press();
  const video = () => widget.find<HTMLVideoElement>('video');
  await expect.poll(() => video()?.videoWidth).toBeGreaterThan(0);
  const [track] = (video()!.srcObject as MediaStream).getTracks();
  return { widget, video, track };
}

export type Mounted = ReturnType<typeof mount>;
