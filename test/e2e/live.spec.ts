import { expect, test } from '@playwright/test';
import { cameraArgs, launchChromium } from '../support/chromium.ts';
import { fakeCamera } from '../support/fakeCamera.ts';
import { apiUrl, liveKey } from './support/addresses.ts';
import { liveSite } from './support/liveSite.ts';
import { person } from './support/person.ts';

// Decisions of the service in live mode, where no outcome is forced and only the camera shows a face.

test('the drawn test face is captured in one recording and never approved', async ({
  page,
  request,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'Only Chromium plays a film before the camera.');
  const site = await liveSite();
  await person(page).openAtSelfie(request, { path: site.url, key: liveKey });
  await person(page).primary.click();
  await expect(page.getByRole('heading', { name: 'Are these photos clear?' })).toBeFocused({
    timeout: 120_000,
  });
  await person(page).send();
  // The film loops: a jump within the trail is the first thing that is noticed.
  await expect(page.getByRole('heading', { name: /^(All done, thank you|Try again)$/ })).toBeVisible();
  const headers = { Authorization: `Bearer ${liveKey}` };
  const read = async () => await (await request.get(`${apiUrl}/cases/${site.caseId()}`, { headers })).json();
  await expect.poll(async () => (await read()).status).toMatch(/^(in_review|requires_input)$/);
  expect(await read()).toMatchObject({
    mode: 'live',
    assurance: { liveness: 'fail', faceMatch: 'not_performed', aml: 'clear' },
  });
  await site.close();
});

test('a still picture in front of the camera never passes', async ({ request }) => {
  const site = await liveSite();
  const browser = await launchChromium(cameraArgs({ film: await fakeCamera({ still: {} }) }));
  const page = await browser.newPage();
  await person(page).openAtSelfie(request, { path: site.url, key: liveKey });
  await person(page).primary.click();
  // The neutral frame is taken; the challenge isn't met, and after a while other ways are offered.
  await expect(page.getByText('Photo 2 of')).toBeVisible();
  const shutter = page.getByRole('button', { name: 'Take the photo' });
  await expect(shutter.or(page.getByRole('button', { name: 'Try again' })).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Are these photos clear?' })).toHaveCount(0);
  const answer = await request.get(`${apiUrl}/cases/${site.caseId()}`, {
    headers: { Authorization: `Bearer ${liveKey}` },
  });
  expect(await answer.json()).toMatchObject({
    status: 'requires_input',
    assurance: { liveness: 'not_performed' },
  });
  await browser.close();
  await site.close();
});
