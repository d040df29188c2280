import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltPage, builtPage } from './support/builtPage.ts';

let built: BuiltPage;
beforeAll(async () => {
  built = await builtPage({ cameras: 2 });
});
afterAll(async () => {
  await built.close();
});

test('another camera can be chosen and is remembered', async () => {
  const page = await built.openSelfie();
  const choice = page.getByRole('combobox', { name: 'Camera' });
  const inUse = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => {
      return (video.srcObject as MediaStream).getVideoTracks()[0]?.label;
    });
  await page.locator('[part=primary]').click();
  await expect.poll(() => choice.locator('option').count()).toBe(2);
  const [first, second] = await choice.locator('option').allInnerTexts();
  expect(await inUse()).toBe(first!.trim());

  await choice.selectOption({ label: second!.trim() });
  await expect.poll(inUse).toBe(second!.trim());

  await page.getByRole('button', { name: 'Another way' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(inUse).toBe(second!.trim());
});
