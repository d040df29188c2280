import { expect, test } from '@playwright/test';
import { finishVisit } from '../support/demoVisit.ts';
import { axeFaults } from './support/axeFaults.ts';

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test('the file of a case is verified in the page, downloaded and erased', async ({ page }) => {
  // A machine under load records a take with gaps. Nothing is decided about it, and the file says so: another visit.
  await expect(async () => {
    await page.goto('/again?prefill=yes&camera=test');
    expect(await finishVisit(page)).toBe('approved');
    await page.getByRole('link', { name: 'See the file of your case' }).click();
    expect(await page.locator('.timeline').textContent()).toContain('Selfie: passed');
  }).toPass();
  const seal = page.locator('[data-check=audit]');
  // Lines are sealed a little later than they are written, and the page has those that were sealed when it was loaded.
  await expect(async () => {
    await page.goto('/file');
    await expect(seal).toHaveText(/^Verified here: \d+ lines/, { timeout: 5_000 });
  }).toPass();
  await expect(page.locator('[data-check=consent]')).toHaveText(/^Verified here/);
  await page.getByText('The words that were on the screen').click();
  await expect(page.locator('[data-words]')).toContainText('Larkspur is asking for this check');
  const answers = page.locator('#decision ~ table tr');
  await expect(answers.filter({ hasText: 'the picture in the document' })).toHaveAttribute(
    'data-value',
    'match',
  );
  await expect(answers.filter({ hasText: 'Is the document genuine?' })).toContainText('not established');
  await expect(page.locator('[data-document=zone]')).toContainText('LOVELACE');
  await expect(page.locator('[data-document=compared] td')).toHaveText([
    'right',
    'not over',
    'the same',
    'only one of them was read',
    'the same face',
    /^\d+, of them with other names \d+$/,
  ]);
  await expect(page.locator('[data-not-established]')).toContainText('no machine established that');
  await expect(page.locator('#measured ~ table')).toContainText('1.00');
  await expect(page.locator('.file-name')).toHaveText('Ada Lovelace');
  await expect(page.locator('.timeline li')).toHaveText([
    /Begun/,
    /Agreed to the check/,
    /Document: read/,
    /Details sent/,
    /Selfie: passed|Screened/,
    /Selfie: passed|Screened/,
    /Approved/,
  ]);
  const portrait = page.getByRole('img', { name: 'The first picture of the selfie' });
  await expect
    .poll(() => portrait.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(200);
  await expect(page.locator('[data-source]')).not.toHaveCount(0);
  for (const source of await page.locator('[data-source] td:last-child').allTextContents())
    expect(source).toBe('known to the site, confirmed by the person');
  await expect(page.locator('main')).not.toContainText(/not_performed|look_down|could not check/);

  await page.getByRole('button', { name: 'Change one line' }).click();
  await expect(seal).toHaveText(/^Broken at line/);
  await page.getByRole('button', { name: 'Change it back' }).click();
  await expect(seal).toHaveText(/^Verified here/);

  const report = await page.request.get('/file/report.pdf');
  expect((await report.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await (await page.request.get('/file/report.json')).json()).toMatchObject({ object: 'aml_report' });
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Erase all of it now' }).click();
  const left = page.locator('[data-nulls] td');
  await expect(left).toHaveText([...Array(6).fill('null'), ...Array(3).fill('410 case_redacted')]);
  await expect(page.locator('body')).not.toContainText('LOVELACE');
});

test('without a case, the page links to the application; the file of another is refused', async ({
  page,
  request,
}) => {
  await page.goto('/file');
  await expect(page.getByRole('link', { name: 'Finish one' })).toHaveAttribute('href', /^\/again\?/);
  for (const path of ['/file/report.pdf', '/file/report.json', '/file/audit.json']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});
