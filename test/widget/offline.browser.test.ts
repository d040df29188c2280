import { expect, onTestFinished, test } from 'vitest';
import { createCase, mount } from './support/mount.ts';

test('the flow continues automatically if the page was offline at its start', async () => {
  const { session } = await createCase({ due: ['consent', 'personal_details'] });
  const connect = cutConnection();
  const widget = mount({ session });
  await widget.sees('You are offline');
  expect(widget.text()).not.toContain('That did not work');
  connect();
  await widget.sees('Let’s confirm it’s you');
  await expect.poll(() => widget.names().at(-1)).toBe('consent');
});

/** Lets nothing of this page through. @returns lets it through again. */
function cutConnection(): () => void {
  const { fetch } = window;
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  const connect = () => {
    window.fetch = fetch;
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
  };
  onTestFinished(connect);
  return connect;
}
