import { expect, test } from '@playwright/test';
import { person } from './support/person.ts';

test('a denied camera can be allowed without a reload', async ({ page, context, request, browserName }) => {
  test.skip(browserName !== 'chromium', 'Over WebDriver BiDi no permission for the camera can be given.');
  await page.addInitScript(heedPermission);
  const ada = person(page);
  await ada.openAtSelfie(request);
  await ada.primary.click();
  await expect(page.getByRole('heading', { name: /camera is/ })).toBeFocused();
  await expect(page.getByText('Use a photo instead')).toBeVisible();

  await context.grantPermissions(['camera']);
  const again = page.getByRole('button', { name: 'Try again' });
  const video = page.locator('idv-verify video');
  // The camera may start automatically at any time, and then the button disappears.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(video).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('removing the element turns the camera off', async ({ page, context, request }) => {
  await context.grantPermissions(['camera']);
  const ada = person(page);
  await ada.openAtSelfie(request);
  await ada.primary.click();
  const video = page.locator('idv-verify video');
  await expect.poll(() => video.evaluate(isPlaying)).toBe(true);
  const track = await video.evaluateHandle((element: HTMLVideoElement) => {
    return (element.srcObject as MediaStream).getVideoTracks()[0]!;
  });
  expect(await track.evaluate((camera) => camera.readyState)).toBe('live');
  await page.locator('idv-verify').evaluate((element) => element.remove());
  await expect.poll(() => track.evaluate((camera) => camera.readyState)).toBe('ended');
});

function isPlaying(video: HTMLVideoElement): boolean {
  return video.srcObject !== null && !video.paused;
}

/**
 * A headless shell has no prompt: it always grants or always denies the camera. This makes it respect the permission of
 * the context, like a browser with a window; the camera itself is the browser's own.
 */
function heedPermission(): void {
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    if (state !== 'granted') throw new DOMException('Permission denied', 'NotAllowedError');
    return open(constraints);
  };
}
