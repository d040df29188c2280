import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { type Outcome, outcomesOf, type Question } from './outcome.ts';
import { fullNameOf } from './spelling.ts';

/** People listed under a name of one word, asked for in the ways in which forms that need two names are filled in. */
export function oneWordNames(index: ScreeningIndex, entities: readonly Listed[]): Record<string, Outcome> {
  const people = entities.filter((one) => one.kind === 'person' && wordOf(one));
  const asked =
    (of: (word: string) => object): Question =>
    (one) => ({ person: of(wordOf(one)!) });
  return outcomesOf(index, people, {
    alone: asked((fullName) => ({ fullName })),
    'the same as given and family name': asked((word) => ({ givenName: word, familyName: word })),
    'FNU X': asked((word) => ({ givenName: 'FNU', familyName: word })),
    'X LNU': asked((word) => ({ givenName: word, familyName: 'LNU' })),
    'Fnu X in one field': asked((word) => ({ fullName: `Fnu ${word}` })),
    'X XXX': asked((word) => ({ givenName: 'XXX', familyName: word })),
    'X NFN': asked((word) => ({ givenName: word, familyName: 'NLN' })),
  });
}

/** A name of one word that the list does not call weak. */
function wordOf({ names }: Listed): string | null {
  return names.find(({ text, quality }) => quality !== 'weak' && /^[A-Za-z]{5,}$/.test(text))?.text ?? null;
}

/** Names with the short forms that documents of Spanish, Arabic and other names have. */
export function writtenShort(index: ScreeningIndex, entities: readonly Listed[]): Record<string, Outcome> {
  const people = entities.filter((one) => one.kind === 'person' && fullNameOf(one));
  const replaced =
    (forms: Record<string, string>): Question =>
    (one) => {
      const name = fullNameOf(one)!;
      const fullName = name.replace(/\p{L}+/gu, (word) => forms[word.toLowerCase()] ?? word);
      return fullName === name ? null : { person: { fullName } };
    };
  return outcomesOf(index, people, {
    'Spanish (Fco, Gpe, Ma)': replaced(spanish),
    'Arabic (Mhd, Moh, Abd)': replaced(arabic),
    'English (Wm, Chas, Jas)': replaced(english),
    'vowels left out of one name': (one, at) => {
      const words = fullNameOf(one)!.split(/\s+/);
      const place = at % words.length;
      const bare = words[place]!.replace(/(?<=.)[aeiou]/gi, '');
      if (bare.length < 3 || bare === words[place]) return null;
      words[place] = bare;
      return { person: { fullName: words.join(' ') } };
    },
  });
}

const spanish: Record<string, string> = {
  francisco: 'Fco',
  guadalupe: 'Gpe',
  maria: 'Ma',
  jose: 'Jse',
  antonio: 'Ant',
  fernando: 'Fdo',
  rodriguez: 'Rguez',
  hernandez: 'Hdez',
  gonzalez: 'Glez',
  martinez: 'Mtz',
  fernandez: 'Fdez',
  sanchez: 'Schz',
  alejandro: 'Ajdro',
  manuel: 'Ml',
  juan: 'Jn',
  lopez: 'Lpz',
  rafael: 'Rfl',
  ramirez: 'Rmz',
  gutierrez: 'Gtz',
  perez: 'Pz',
  gomez: 'Gmz',
  concepcion: 'Concep',
};

const arabic: Record<string, string> = {
  muhammad: 'Mhd',
  mohammed: 'Moh',
  mohammad: 'Mohd',
  mohamed: 'Md',
  ahmad: 'Ahd',
  ahmed: 'Ahd',
  hussein: 'Hsn',
  abdullah: 'Abd',
  ibrahim: 'Ibr',
  mahmoud: 'Mhmd',
  muhammed: 'Muhd',
};

const english: Record<string, string> = {
  william: 'Wm',
  charles: 'Chas',
  james: 'Jas',
  george: 'Geo',
  robert: 'Robt',
  thomas: 'Thos',
  john: 'Jno',
  joseph: 'Jos',
  daniel: 'Danl',
  samuel: 'Saml',
  alexander: 'Alexr',
  benjamin: 'Benj',
  michael: 'Michl',
  richard: 'Richd',
  edward: 'Edwd',
};
