import { expect, test } from 'vitest';
import linkTexts from '../../src/service/links/linkTexts.json' with { type: 'json' };
import { enConsent } from '../../src/widget/locales/en/enConsent.ts';
import { enHandoff } from '../../src/widget/locales/en/enHandoff.ts';
import { enRest } from '../../src/widget/locales/en/enRest.ts';
import { enStart } from '../../src/widget/locales/en/enStart.ts';
import { englishWallet } from '../../src/widget/wallet/texts/englishWallet.ts';
import { hardSentences } from './support/readingAge.ts';

function flat(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}

test('a child of eleven can read every sentence of the English texts', () => {
  const texts = [enStart, enConsent, enRest, enHandoff, englishWallet, linkTexts.en];
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
