import data from './nameVariants.json' with { type: 'json' };
import nicknames from './nicknames.json' with { type: 'json' };

/**
 * Forms of one given name (short forms, the same name in neighbouring languages) and of one family name
 * in competing romanisations, where the sound alone doesn't tell.
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
// The first of a group has the others as nicknames; two of these are two nicknames, of one name or of several.
for (const group of [...nicknames.spanish, ...nicknames.russian, ...nicknames.other]) {
  const [name = '', ...short] = group.split(' ');
  for (const nickname of short) {
    add(name, [nickname]);
    add(nickname, [name]);
  }
}

/**
 * Other spellings that a part may stand for in an orthography of its own: Somali writes x for the h of Arabic names
 * (Axmed, Xasan), Pinyin and Portuguese write it for sh; Ethiopian and Somali names have u and e where others have w and y
 * (Nurou, Auees, Eusuf). Scanners read an m as r and n.
 */
export function respellings(text: string): readonly string[] {
  if (text.length < 2 || !mayBeRespelled(text)) return empty;
  const texts = text.includes('x') ? [text.replaceAll('x', 'h'), text.replaceAll('x', 'sh')] : [];
  const readings = [...texts, ...(texts.length > 0 ? texts : [text]).map(withGlides)];
  if (text.includes('rn')) readings.push(text.replaceAll('rn', 'm'));
  return [...new Set(readings)].filter((reading) => reading !== text);
}

/** Quick to rule most parts out. */
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
