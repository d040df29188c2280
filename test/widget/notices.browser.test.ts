import { expect, onTestFinished, test } from 'vitest';
import { cdp, server } from 'vitest/browser';
import { createCase, mount } from './support/mount.ts';

const notices = (widget: ReturnType<typeof mount>) =>
  widget.events
    .filter(({ type, detail }) => type === 'idv-notice' && detail.code !== 'session_not_renewable')
    .map(({ detail }) => detail);

test('reports a session that cannot be renewed at once, and no other', async () => {
  const renewals = (widget: ReturnType<typeof mount>) =>
    widget.events.filter(({ detail }) => detail.code === 'session_not_renewable');
  const { session } = await createCase();
  const bare = mount({ session });
  await expect.poll(() => renewals(bare).length).toBe(1);
  const other = await createCase();
  const renewable = mount({ session: other.session, fetchSession: async () => other.session });
  await expect.poll(other.log).not.toEqual([]);
  expect(renewals(renewable)).toEqual([]);
});

test('reports a key that is not valid for this origin', async () => {
  const { session } = await createCase({ faults: [{ on: 'case', status: 403, code: 'origin_not_allowed' }] });
  const widget = mount({ session });
  await widget.sees('did not work');
  expect(notices(widget)).toEqual([
    {
      code: 'origin_not_allowed',
      detail: `Add ${location.origin} to allowedOrigins.`,
    },
  ]);
});

test.each([
  ['https://elsewhere.example/session', 'session_url_invalid', /same origin/],
  ['/no/such/session', 'session_url_failed', /session-url/],
])('reports a wrong session-url: %s', async (url, code, detail) => {
  const widget = mount({ attributes: { 'session-url': url } });
  await widget.sees('did not work');
  expect(notices(widget)).toEqual([{ code, detail: expect.stringMatching(detail) }]);
});

test('reports an invalid session', async () => {
  const { session } = await createCase();
  const widget = mount({ session: { ...session, baseUrl: 'nowhere' } });
  await widget.sees('did not work');
  expect(notices(widget)).toEqual([{ code: 'session_invalid', detail: expect.stringMatching(/baseUrl/) }]);
});

test('reports an invalid attribute value once, and ignores it', async () => {
  const { session } = await createCase();
  const widget = mount({ session, attributes: { theme: 'drak', mode: 'popup', locale: '??', preset: 'x' } });
  await widget.sees('Let’s confirm');
  await expect.poll(() => notices(widget).length).toBe(4);
  widget.element.requestUpdate();
  await widget.element.updateComplete;
  await import('../../src/widget/reportAttributes.ts');
  expect(notices(widget).map(({ code, detail }) => `${code} ${detail}`)).toEqual([
    'attribute_invalid locale="??" is not a language tag (BCP 47).',
    'attribute_invalid theme="drak" is not one of auto, light, dark.',
    'attribute_invalid mode="popup" is not one of inline, modal.',
    'attribute_invalid preset="x" is not one of soft, sharp, plain.',
  ]);
  expect(widget.find('dialog')).toBeNull();
});

test('a warning is written once, with the cause and the page to read', async () => {
  const lines: string[] = [];
  const { warn } = console;
  console.warn = (line: string) => lines.push(line);
  try {
    for (const _ of [1, 2]) {
      const { session } = await createCase();
      const widget = mount({ session, attributes: { theme: 'sepia' } });
      await widget.sees('Let’s confirm');
    }
  } finally {
    console.warn = warn;
  }
  expect(lines.filter((line) => line.includes('sepia'))).toEqual([
    '<idv-verify> attribute_invalid: theme="sepia" is not one of auto, light, dark. See docs/troubleshooting.md#attribute_invalid',
  ]);
});

/** Blocks matching requests of the page until the test ends. */
async function blockRequests(urls: string[]): Promise<void> {
  const devtools = cdp() as unknown as { send(method: string, params?: object): Promise<unknown> };
  const block = (blocked: string[]) => devtools.send('Network.setBlockedURLs', { urls: blocked });
  await devtools.send('Network.enable');
  onTestFinished(async () => void (await block([])));
  await block(urls);
}

// Requests are refused over the DevTools protocol.
test.runIf(server.browser === 'chromium')(
  'reports a hand-off script that does not load, and takes the selfie on this computer',
  async () => {
    await blockRequests(['*/HandoffPanel.ts*']);
    const { session } = await createCase({ due: ['selfie'], handoff: 'enable' });
    const widget = mount({ session });
    await widget.sees('A quick selfie');
    await expect
      .poll(() => notices(widget))
      .toEqual([{ code: 'handoff_missing', detail: 'The script of the hand-off to a phone did not load.' }]);
    expect(widget.text()).toContain('Start the camera');
    expect(widget.text()).not.toContain('Use your phone instead');
  },
);
