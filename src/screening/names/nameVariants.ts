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

function add(name: string, more: readonly string[]): void {
  others.set(
    name,
    [...new Set([...(others.get(name) ?? []), ...more])].filter((other) => other !== name),
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
