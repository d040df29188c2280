import { afterAll, beforeAll, expect, test } from 'vitest';
import { goOn } from '../support/demoVisit.ts';
import { type BuiltPage, builtPage } from './support/builtPage.ts';
import type { SmallCaseOptions } from './support/SmallCase.ts';

let built: BuiltPage;
beforeAll(async () => {
  built = await builtPage();
});
afterAll(async () => {
  await built.close();
});

test('a strict policy blocks nothing, and no other host is called', async () => {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  const page = await built.openSelfie((opened) => {
    opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    opened.on('pageerror', ({ message }) => complaints.push(message));
    opened.on('request', (request) => hosts.add(new URL(request.url()).origin));
  });
  await page.getByText('Use the test face').click();
  // A busy machine may be asked for a take without a gap.
  await goOn(
    page,
    () => document.querySelector('idv-verify')?.shadowRoot?.textContent?.includes('All done') === true,
  );
  expect(complaints).toEqual([]);
  const expected = [built.site.url, built.api.baseUrl].map((url) => new URL(url).origin);
  expect([...hosts].sort()).toEqual(expected.sort());
  expect(await page.locator('[style]').count()).toBe(0);
});

test('document and selfie start their workers by one policy of Trusted Types', async () => {
  const strict = await builtPage({
    more: "require-trusted-types-for 'script'; trusted-types lit-html idv-verify",
  });
  try {
    const complaints: string[] = [];
    const workers: string[] = [];
    const { address, ...read } = PERSON;
    const options: SmallCaseOptions = {
      due: ['document', 'personal_details', 'selfie'],
      document: { mode: 'require', isOpen: true },
      prefill: { address },
      read,
    };
    const page = await strict.openCase(options, (opened) => {
      opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      opened.on('pageerror', ({ message }) => complaints.push(message));
      opened.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
    });
    await page.locator('idv-verify').evaluate((element) => element.setAttribute('test-face', '1'));
    await goOn(
      page,
      () => document.querySelector('idv-verify')?.shadowRoot?.textContent?.includes('All done') === true,
    );
    expect(complaints).toEqual([]);
    expect(workers).toEqual(
      expect.arrayContaining([expect.stringMatching(/\/document-reader-/), expect.stringMatching(/\/eye-/)]),
    );
    // What any script of the page can reach passes no script of another host.
    const passed = await page.evaluate(() =>
      ['https://other.example/x.js', 'data:text/javascript,1', `${location.origin}/x.js`].map((url) => {
        const { trustedTypes } = globalThis as unknown as {
          trustedTypes: Record<string, { createScriptURL(url: string): unknown }>;
        };
        try {
          return `${trustedTypes['idv-verify']!.createScriptURL(url)}`;
        } catch (error) {
          return (error as Error).name;
        }
      }),
    );
    expect(passed).toEqual(['TypeError', 'TypeError', expect.stringMatching(/\/x\.js$/)]);
  } finally {
    await strict.close();
  }
});

const PERSON = {
  familyName: 'Eriksson',
  givenName: 'Anna Maria',
  dateOfBirth: '1994-08-12',
  nationalities: ['SE'],
  address: { line1: 'Storgatan 1', city: 'Stockholm', postalCode: '111 23', country: 'SE' },
};

test('without the face engine the person presses the button', async () => {
  const page = await built.openSelfie((opened) => opened.route('**/eye-kernels-*', (route) => route.abort()));
  await page.locator('[part=primary]').click();
  await page.getByRole('button', { name: 'Take the photo' }).waitFor();
  await page.locator('h2', { hasText: 'Look straight' }).waitFor();
});

test('parts that fail to load are loaded again, including the guidance', async () => {
  let arrive = () => {};
  const page = await built.openSelfie(async (opened) => {
    await opened.route(/\/(?!idv-verify|frame-|eye-)[^/?]+\.js$/, (route) => route.abort());
    await opened.route('**/eye-landmarks-*', (route) => {
      arrive = () => route.continue();
    });
  });
  await page.locator('[part=primary]').click();
  await page.getByText('Bring your face into the oval').first().waitFor();
  await page.getByText('One moment').waitFor();
  arrive();
  await page.getByText('The photos are taken').waitFor();
});

test('a page without camera permission says so and accepts a photo', async () => {
  const barred = await builtPage({ headers: { 'permissions-policy': 'camera=()' } });
  try {
    const page = await barred.openSelfie();
    await page.locator('[part=primary]').click();
    await page.locator('h2', { hasText: 'may not use the camera' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.locator('[part=primary]').click();
    expect((await chooser).isMultiple()).toBe(false);
  } finally {
    await barred.close();
  }
});
