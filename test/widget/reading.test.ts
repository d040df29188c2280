import { expect, test } from 'vitest';
import { enConsent } from '../../src/texts/en/enConsent.ts';
import { enDocument } from '../../src/texts/en/enDocument.ts';
import { enHandoff } from '../../src/texts/en/enHandoff.ts';
import { enLinks } from '../../src/texts/en/enLinks.ts';
import { enRest } from '../../src/texts/en/enRest.ts';
import { enStart } from '../../src/texts/en/enStart.ts';
import { enWallet } from '../../src/texts/en/enWallet.ts';
import { hardSentences } from './support/readingAge.ts';

function flat(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}

test('a child of eleven can read every sentence of the English texts', () => {
  const texts = [enStart, enConsent, enRest, enHandoff, enWallet, enDocument, enLinks];
  expect(
    hardSentences(
      texts.flatMap((one) => flat(one)),
      11,
    ),
  ).toEqual([]);
});

test('a hard sentence is named', () => {
  const legal = 'The aforementioned biometric processing necessitates unambiguous authorisation.';
  expect(hardSentences([['consent.face', legal]], 11).map(({ key }) => key)).toEqual(['consent.face']);
});
