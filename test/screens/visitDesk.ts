import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import { launchBrowser } from '../support/chromium.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { engine } from '../support/engine.ts';
import { faceJpeg } from '../support/faces.ts';
import { openService, type TestService } from '../support/openService.ts';
import { verify } from '../support/verification.ts';
import { documentCases, typeDocument } from './seeDocument.ts';

/** Sees a page of the desk in one state. @param name of the state, such as `case, hits`. */
type SeeDesk = (page: Page, name: string) => Promise<unknown>;

/** Visits every page of the desk in every state with a different look, with its own people and cases. */
export async function visitDesk(see: SeeDesk, { template = join(tmpdir(), `idv-desk-${process.pid}`) } = {}) {
  const service = await openService({ databaseUrl: null, template, engine: true });
  const { launchOptions } = await engine();
  const browser = await launchBrowser(launchOptions);
  try {
    const newContext = () => browser.newContext({ viewport: { width: 1280, height: 900 } });
    await seeStrangers(service, await newContext(), see);
    const grace = await comeIn(service, await newContext(), { name: 'Grace Hopper', role: 'reviewer' });
    const ada = await comeIn(service, await newContext(), {
      name: 'Աննա Ադամյանհովհաննիսյանգրիգորյանպետրոսյան',
      role: 'administrator',
    });
    await see(grace, 'queue, empty');
    await grace.getByRole('button', { name: 'Next case' }).click();
    await see(grace, 'nothing left');
    const cases = await makeCases(service);
    await seeQueue(service, { grace, ada }, see);
    await seeCase(service, { grace, ada }, { cases, see });
    await seeDocuments(service, grace, see);
    await seeAlerts(service, ada, see);
    await seeTeam(ada, see);
    await seePasskey(service, await newContext(), see);
  } finally {
    await browser.close();
    await service.close();
  }
}

/** Browsers have passkeys for host names alone. */
async function seePasskey(service: TestService, context: BrowserContext, see: SeeDesk): Promise<void> {
  const page = await context.newPage();
  const invitation = await inviteByCommand(service.deps, { name: 'Bo', role: 'reviewer' });
  await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}${invitation}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see(page, 'queue, without a passkey');
  await page.getByRole('link', { name: 'Set up a passkey' }).click();
  await see(page, 'passkey');
}

/** Makes somebody, and lets them in by the button of their invitation. */
async function comeIn(
  service: TestService,
  context: BrowserContext,
  who: { name: string; role: string },
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}${await inviteByCommand(service.deps, who)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Show test data' }).click();
  await page.getByText('Test data', { exact: true }).waitFor();
  return page;
}

async function seeStrangers(service: TestService, context: BrowserContext, see: SeeDesk): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${service.url}/desk`);
  await see(page, 'sign in');
  await page.goto(`${service.url}/desk/invite/unknown`);
  await see(page, 'invitation');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see(page, 'invitation, used');
}

interface Cases {
  plain: string;
  reference: string;
  second: string;
}

/** Nearly as on the test list: the selfie is measured, and the screening finds somebody. */
const LISTED = {
  givenName: 'Zoran',
  familyName: 'Quilfeather',
  dateOfBirth: '1961-04-17',
  nationalities: ['RS'],
};
/** Forces a hit for any person. */
const POSSIBLE = { familyName: 'IDVTEST_AML_POSSIBLE' };

async function makeCases(service: TestService): Promise<Cases> {
  const make = async (
    input: object,
    details: object,
    before: (id: string) => Promise<unknown> = async () => {},
  ) => {
    const verification = await verify(service, input);
    await before(verification.id);
    await verification.consent();
    await verification.details(details);
    await verification.selfie({ record: (steps) => drawnRecording(steps, 1) });
    return verification.id;
  };
  const reference = async (id: string) => {
    const body = new FormData();
    body.append(
      'image',
      new Blob([new Uint8Array(await faceJpeg({ yaw: 3 }, 1))], { type: 'image/jpeg' }),
      'p.jpg',
    );
    await service.call('POST', `/cases/${id}/reference-image`, { body });
  };
  return {
    plain: await make({ clientReferenceId: `عميل-٠٠٠١٨٤-${'onboarding'.repeat(9)}` }, LISTED),
    second: await make(
      { policy: { fourEyes: 'always' } },
      {
        ...POSSIBLE,
        givenName: 'Wolfeschlegelsteinhausenbergerdorffwelchevor',
        dateOfBirth: '1961-02-03',
      },
    ),
    reference: await make(
      { clientReferenceId: 'A-17' },
      { ...POSSIBLE, dateOfBirth: '1971-02-03' },
      reference,
    ),
  };
}

async function seeQueue(
  service: TestService,
  { grace, ada }: { grace: Page; ada: Page },
  see: SeeDesk,
): Promise<void> {
  await grace.goto(`${service.url}/desk`);
  await grace.getByRole('button', { name: 'Next case' }).click();
  await grace.getByRole('heading', { name: 'Faces' }).waitFor();
  await ada.goto(`${service.url}/desk`);
  await see(ada, 'queue');
  await ada.goto(grace.url());
  await see(ada, 'case, of somebody else');
  await grace.getByRole('button', { name: 'Return to queue' }).click();
}

async function seeCase(
  service: TestService,
  { grace, ada }: { grace: Page; ada: Page },
  { cases, see }: { cases: Cases; see: SeeDesk },
): Promise<void> {
  const settle = async () => {
    service.advance(11_000);
    await service.tick();
  };
  await claim(grace, service, cases.reference);
  await see(grace, 'case, faces and a picture to compare');
  await grace.getByRole('button', { name: 'Return to queue' }).click();
  await claim(grace, service, cases.plain);
  await see(grace, 'case, faces');
  await judge(grace, 'Probably one person');
  await see(grace, 'case, measured');
  await decide(grace, 'Approve', 'The pictures show one person');
  await see(grace, 'problem, open hits');
  await grace.goBack();
  await ruleOut(grace);
  await see(grace, 'case, hits resolved');
  await decide(grace, 'Approve', 'The pictures show one person');
  await see(grace, 'case, undo');
  await settle();
  await grace.reload();
  await see(grace, 'case, decided');
  for (const [page, outcome] of [
    [grace, 'Approve'],
    [ada, 'Decline'],
  ] as const) {
    await claim(page, service, cases.second);
    await judge(page, 'Possibly different people');
    await ruleOut(page);
    await decide(page, outcome, outcome === 'Approve' ? 'seen_in_person' : 'another_person');
    await settle();
    await page.reload();
  }
  await see(ada, 'case, second');
  await claim(ada, service, cases.reference);
  // Else the page would tell it by itself.
  await ada.route('**/state?live=1', (route) => route.abort());
  service.advance(11 * 60_000);
  await ada.getByLabel('Definitely a different person').check();
  await ada.getByRole('button', { name: 'Save my judgement' }).click();
  await see(ada, 'problem, claim lost');
  await service.call('DELETE', `/cases/${cases.reference}`);
  await ada.goBack();
  await ada.reload();
  await see(ada, 'problem, erased');
}

async function seeDocuments(service: TestService, grace: Page, see: SeeDesk): Promise<void> {
  const { doubtful, licence } = await documentCases(service);
  await claim(grace, service, doubtful);
  await judgeAlone(grace, 'Probably the same person');
  await typeDocument(grace, (name) => see(grace, name));
  await grace.getByRole('button', { name: 'Return to queue' }).click();
  await claim(grace, service, licence);
  await judge(grace, 'Probably the same person');
  await see(grace, 'case, document read');
}

async function claim(page: Page, service: TestService, id: string): Promise<void> {
  await page.goto(`${service.url}/desk/cases/${id}`);
  await page.getByRole('button', { name: 'Claim this case' }).click();
  await page
    .getByRole('heading', { name: 'Your judgement' })
    .or(page.getByRole('group', { name: 'Your judgement' }))
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
}

async function judge(page: Page, step: string): Promise<void> {
  await judgeAlone(page, step);
  await page.getByRole('heading', { name: 'What was measured' }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Without what follows: a document may have to be typed first. */
async function judgeAlone(page: Page, step: string): Promise<void> {
  await page.getByLabel(step).check();
  await page.getByLabel('A living person').check();
  await page.getByLabel('ears').check();
  await page.getByRole('button', { name: 'Save my judgement' }).click();
}

/** Every hit of the case is another person. */
async function ruleOut(page: Page): Promise<void> {
  const open = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Different person' }) });
  const settled = page.getByText('Not this person:');
  for (let done = await settled.count(); done < (await open.count()); done = await settled.count()) {
    const hit = open.nth(done);
    await hit.getByLabel('Reason').selectOption('different birth date');
    await hit.getByRole('button', { name: 'Different person' }).click();
    await settled.nth(done).waitFor();
  }
}

async function decide(page: Page, outcome: string, reason: string): Promise<void> {
  const button = page.getByRole('button', { name: outcome });
  const form = page.locator('form').filter({ has: button });
  await form.getByRole('combobox').selectOption(reason);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  await answered;
  await page.waitForLoadState('networkidle');
}

async function seeAlerts(service: TestService, ada: Page, see: SeeDesk): Promise<void> {
  for (const [fullName, clientReferenceId] of [
    ['Zoran Quillfeather', `عميل-٠٠٠٢٩١-${'portfolio'.repeat(9)}`],
    ['Mariana Mistralova', 'B-4'],
  ]) {
    const person = { fullName, dateOfBirth: '1961-04-17' };
    await service.call('POST', '/aml/screen', { json: { person, clientReferenceId } });
  }
  await ada.goto(`${service.url}/desk/alerts`);
  await see(ada, 'alerts');
  await ada.locator('main a[href*="/alerts/"]').first().click();
  await see(ada, 'alert');
}

async function seeTeam(ada: Page, see: SeeDesk): Promise<void> {
  await ada.getByRole('link', { name: 'House texts' }).click();
  for (const [language, text] of [
    ['German', 'Die Person hat ihren Antrag zurückgezogen'],
    ['Arabic', 'سحب العميل طلبه'],
  ] as const) {
    await ada.getByLabel('Kind').selectOption('Reason to decline');
    await ada.getByLabel('Code').fill('customer_withdrew_the_whole_application');
    await ada.getByRole('combobox', { name: 'Language', exact: false }).selectOption(language);
    await ada.getByLabel('Text', { exact: true }).fill(text);
    await ada.getByRole('button', { name: 'Save' }).click();
    await ada.getByRole('cell', { name: text }).waitFor();
  }
  for (const name of ['House texts', 'Statistics', 'Quality', 'Figures', 'Audit', 'Team', 'Settings']) {
    await ada.getByRole('link', { name, exact: true }).click();
    await see(ada, name.toLowerCase());
  }
}
