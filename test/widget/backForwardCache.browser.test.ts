import { expect, test } from 'vitest';
import { server } from 'vitest/browser';
import { mountAtCamera } from './support/mount.ts';

/** The events of a browser that puts a page into its back/forward cache. */
const tell = (type: 'pagehide' | 'pageshow') =>
  dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

// Firefox gives no listener of a track an event that a script made.
test.runIf(server.browser === 'chromium')('detects a disconnected camera', async () => {
  const { widget, track } = await mountAtCamera();
  track!.dispatchEvent(new Event('ended'));
  await widget.sees('The camera stopped');
  expect(track!.readyState).toBe('ended');
});

test('leaving the page releases the camera, and coming back restores it', async () => {
  const { widget, video, track } = await mountAtCamera();
  tell('pagehide');
  expect(track!.readyState).toBe('ended');
  tell('pageshow');
  await expect
    .poll(() => (video()?.srcObject as MediaStream | null)?.getTracks()[0]?.readyState)
    .toBe('live');
  await expect.poll(() => video()?.videoWidth).toBeGreaterThan(0);
  expect(widget.names()).not.toContain('idv-error');
  widget.element.remove();
  tell('pagehide');
  tell('pageshow');
  expect(widget.find('video')).not.toBeNull();
});
