import type { Page } from 'playwright';
import { capturedDocument } from '../../support/capturedDocument.ts';
import type { TestService } from '../../support/openService.ts';

/**
 * Seconds of an average typist for a key, and of anybody for finding the next thing on a page and keeping it in mind.
 * The keystroke-level model: Card, Moran and Newell, "The keystroke-level model for user performance time with interactive
 * systems", Communications of the ACM 23 (1980), 396–410.
 */
const KEY_SECONDS = 0.28;
const LOOK_SECONDS = 1.35;

/** Family name, given names, date of birth, expiry, number. */
const LICENCES = (
  [
    ['Ng', 'Li', '1979-01-05', '2031-03-02', 'A1B2C3D'],
    ['Verbruggen', 'Anneke', '1971-05-02', '2033-10-17', '4471920053'],
    ['Petrescu', 'Ionela Maria', '1968-02-27', '2029-12-31', 'RO771203'],
    ['Szabó-Halász', 'Zoltán', '1959-09-13', '2030-06-06', 'HK401276'],
    ['van der Meer', 'Johannes', '1990-11-30', '2035-01-19', '5180042217'],
    ['Öztürk', 'Ayşe', '1984-07-21', '2028-08-08', '613077'],
    ['García Fernández', 'María del Carmen', '1995-03-14', '2032-04-25', '48210337K'],
    ['Kowalska', 'Agnieszka', '1987-12-01', '2036-02-28', '01337/09/2210'],
    ['O’Neill', 'Siobhán', '1976-10-09', '2030-09-30', 'ONE76109SN'],
    ['Wattanasirichaigoon', 'Kanokporn', '1982-06-18', '2029-05-11', '59004812'],
  ] as const
).map(([familyName, givenNames, dateOfBirth, expiresOn, number]) => ({
  familyName,
  givenNames,
  dateOfBirth,
  expiresOn,
  number,
}));

interface Transcribed {
  /** Pressed from the first field until the comparison is shown; median and most. */
  keys: { median: number; most: number };
  /** The keys, a look at the page before each field and one at the comparison, and the waiting that was measured. */
  seconds: { median: number; most: number };
}

/** Ten licences, typed by keys alone as one reads them, by the keystroke-level model. */
export async function transcribedPages(service: TestService, page: Page): Promise<Transcribed> {
  const keys: number[] = [];
  const seconds: number[] = [];
  for (const licence of LICENCES) {
    const { id } = await capturedDocument(service, { holder: { person: 0, sex: 'F', ...licence } });
    await judgeFaces(service, page, id);
    const texts = typedTexts(licence);
    let waited = 0;
    for (const [name, text] of Object.entries(texts)) {
      await page.locator(`#transcription input[name="${name}"]:focus`).waitFor();
      await page.keyboard.type(text);
      const sent = performance.now();
      await page.keyboard.press('Enter');
      waited = sent;
    }
    await page.locator('#read-title:focus').waitFor();
    const pressed = Object.values(texts).reduce((sum, text) => sum + text.length + 1, 0);
    keys.push(pressed);
    const looks = Object.keys(texts).length + 1;
    const answer = (performance.now() - waited) / 1000;
    seconds.push(KEY_SECONDS * pressed + LOOK_SECONDS * looks + answer);
    await page.getByRole('button', { name: 'Return to queue' }).click();
    await page.waitForURL('**/desk');
  }
  return { keys: spread(keys), seconds: spread(seconds) };
}

/** As somebody types who sees the page: dates with two digits of the year, the code of the state. */
function typedTexts({ familyName, givenNames, dateOfBirth, expiresOn, number }: (typeof LICENCES)[number]) {
  const date = (iso: string) => iso.slice(2).split('-').reverse().join('.');
  return {
    familyName,
    givenName: givenNames,
    dateOfBirth: date(dateOfBirth),
    number,
    expiresOn: date(expiresOn),
    issuingState: 'UTO',
  };
}

async function judgeFaces({ url }: TestService, page: Page, id: string): Promise<void> {
  await page.goto(`${url}/desk/cases/${id}`);
  await page.getByRole('button', { name: 'Claim this case' }).click();
  await page.locator('#judgement').waitFor();
  await page.getByRole('radio', { name: 'Undecided' }).check();
  await page.getByRole('radio', { name: 'A living person' }).check();
  await page.getByRole('button', { name: 'Save my judgement' }).click();
}

function spread(values: number[]): { median: number; most: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const median = (sorted[4]! + sorted[5]!) / 2;
  return { median: Number(median.toFixed(1)), most: Number(sorted.at(-1)!.toFixed(1)) };
}
