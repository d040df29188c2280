import { IndexBuilder } from '../../../../src/screening/index/IndexBuilder.ts';
import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { type Outcome, outcomesOf } from './outcome.ts';
import { dayOf, fullNameOf, shortOf, withoutLetter } from './spelling.ts';

/** People and organisations of a list that does not state which of them is which. */
export function unknownKinds(all: readonly Listed[], entities: readonly Listed[]): Record<string, Outcome> {
  const index = indexOf(all.map((one) => (isThing(one) ? one : { ...one, kind: 'unknown' })));
  const people = entities.filter((one) => one.kind === 'person' && fullNameOf(one));
  const firms = entities.filter(
    (one) => one.kind === 'organisation' && /^[\x20-\x7e]+$/.test(one.names[0]!.text),
  );
  return {
    ...outcomesOf(index, people, {
      'person, as listed': (one) => ({ person: { fullName: fullNameOf(one)! } }),
      'person, one letter missing': (one, at) => person(withoutLetter(fullNameOf(one)!, at)),
      'person, one letter missing, with the date': (one, at) =>
        dayOf(one) ? person(withoutLetter(fullNameOf(one)!, at), dayOf(one)!) : null,
      'person, given and family name, with the date': (one) =>
        dayOf(one) ? person(shortOf(fullNameOf(one)!), dayOf(one)!) : null,
    }),
    ...outcomesOf(index, firms, {
      'organisation, as listed': (one) => ({ organisation: { name: one.names[0]!.text } }),
      'organisation, one letter missing': (one, at) => firm(withoutLetter(one.names[0]!.text, at)),
      'organisation, one word added': (one) => firm(`${one.names[0]!.text} Overseas`),
      'organisation, last word missing': (one) => {
        const words = one.names[0]!.text.split(' ');
        return words.length < 4 ? null : firm(words.slice(0, -1).join(' '));
      },
    }),
  };
}

function isThing({ kind }: Listed): boolean {
  return kind === 'vessel' || kind === 'aircraft';
}

function indexOf(entities: Iterable<Listed>): ScreeningIndex {
  const builder = new IndexBuilder();
  for (const entity of entities) builder.put(entity);
  return builder.finish({ version: 'bench', publishedAt: null });
}

function person(fullName: string | null, dateOfBirth?: string) {
  return fullName === null ? null : { person: { fullName, dateOfBirth } };
}

function firm(name: string | null) {
  return name === null ? null : { organisation: { name } };
}
