import data from './nameVariants.json' with { type: 'json' };
import nicknames from './nicknames.json' with { type: 'json' };
import organisationWords from './organisationWords.json' with { type: 'json' };

/**
 * Variants of a given name (short forms, the same name in neighbouring languages) and of a family name in competing
 * romanisations, where the phonetic code is not enough.
 */
export function nameVariants(part: string): readonly string[] {
  return others.get(part) ?? [];
}

const others = new Map<string, string[]>();

function add(name: string, variants: readonly string[]): void {
  others.set(
    name,
    [...new Set([...(others.get(name) ?? []), ...variants])].filter((other) => other !== name),
  );
}

for (const group of data.groups) {
  const names = group.split(' ');
  for (const name of names) add(name, names);
}
// The first name of a group is the full form of the others, its nicknames, abbreviations or translations. Two nicknames may belong to one name or to
// several.
for (const group of [
  ...nicknames.spanish,
  ...nicknames.russian,
  ...nicknames.other,
  ...nicknames.written,
  ...organisationWords.abbreviations,
  ...organisationWords.translations,
]) {
  const [name = '', ...short] = group.split(' ');
  for (const nickname of short) {
    add(name, [nickname]);
    add(nickname, [name]);
  }
}

/**
 * Respellings of a part that are specific to one orthography. Somali writes x for the h of Arabic names (Axmed, Xasan);
 * Pinyin and Portuguese write x for sh. Ethiopian and Somali names have u and e where others have w and y (Nurou,
 * Auees, Eusuf). Scanners read an m as r and n.
 */
export function respellings(text: string): readonly string[] {
  if (text.length < 2 || !mayBeRespelled(text)) return empty;
  const texts = text.includes('x') ? [text.replaceAll('x', 'h'), text.replaceAll('x', 'sh')] : [];
  const readings = [...texts, ...(texts.length > 0 ? texts : [text]).map(withGlides)];
  if (text.includes('rn')) readings.push(text.replaceAll('rn', 'm'));
  return [...new Set(readings)].filter((reading) => reading !== text);
}

/** A fast way to rule most parts out. */
function mayBeRespelled(text: string): boolean {
  return text.includes('x') || text.includes('u') || text.includes('ee') || text.includes('rn');
}

const empty: readonly string[] = [];

function withGlides(text: string): string {
  return text
    .replace(/^eu/, 'yu')
    .replace(/([aeo])u(?=$|[aeiou])/g, '$1w')
    .replace(/(?<=[aw])ee(?=s)/, 'ey');
}
