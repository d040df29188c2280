import type { Page } from 'playwright';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { filmedStill } from '../support/filmedStill.ts';
import type { TestService } from '../support/service.ts';

/** A passport whose number has a wrong check digit, and a name that is written otherwise in the details. */
const MISPRINTED = passport({
  ...mirela,
  names: 'WOLFESCHLEGELSTEINHAUSEN<BERGER<<MIRELA',
  optional: 'ZE184226B',
}).map((line, index) =>
  index === 0 ? line : line.slice(0, 9) + ((Number(line[9]) + 3) % 10) + line.slice(10),
);
const LICENCE = {
  familyName: 'Dragavei',
  givenNames: 'Mirela',
  dateOfBirth: '1990-05-17',
  expiresOn: '2034-04-15',
  number: 'SP4071552',
};

/** The ids of cases in review for their documents: one to be typed, and a licence of two sides whose barcode was read. */
export async function documentCases(service: TestService): Promise<{ doubtful: string; licence: string }> {
  const policy = { documentPortrait: 'evidence' };
  const doubtful = await documentCase(service, { policy });
  await doubtful.show({
    front: await Promise.all(
      [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines: MISPRINTED, seed: 8100 + n, x }, 0)),
    ),
  });
  await doubtful.details({
    familyName: 'Wolfeschlegelsteinhauser-Berger',
    givenName: 'Mirela Anastasia',
    dateOfBirth: '1990-05-18',
  });
  await doubtful.selfie({ record: drawnRecording });
  const licence = await documentCase(service, { policy });
  const still = (side: 'front' | 'back') => filmedStill({ type: 'driving_licence', side, holder: LICENCE });
  await licence.show({ front: [await still('front')], back: [await still('back')] }, 'driving_licence');
  await licence.details({ familyName: 'Dragavey' });
  await licence.selfie({ record: drawnRecording });
  return { doubtful: doubtful.id, licence: licence.id };
}

/** Types what stands on the document of the misprinted passport. @param see is called before and after. */
export async function typeDocument(page: Page, see: (name: string) => Promise<unknown>): Promise<void> {
  await page.getByRole('heading', { name: 'Type what stands on the document' }).waitFor();
  await page.waitForLoadState('networkidle');
  await see('case, document to type');
  for (const [name, text] of [
    ['familyName', 'Wolfeschlegelsteinhausen Berger'],
    ['givenName', 'MIRELA'],
    ['dateOfBirth', '17.05.1990'],
    ['number', 'RX4071568'],
    ['expiresOn', '15.04.2032'],
    ['issuingState', 'Romania'],
  ])
    await page.locator(`#transcription input[name="${name}"]`).fill(text!);
  await page.getByRole('button', { name: 'Save and compare' }).click();
  await page.getByRole('heading', { name: /^Read by reviewers/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await see('case, document typed');
}
