import { countryCode } from './countryCode.ts';
import { countryIn } from './countryIn.ts';
import type { Identifier } from './identifier.ts';
import { identifiersIn } from './identifiersIn.ts';
import { identifierType } from './identifierType.ts';
import type { XmlElement } from './XmlElement.ts';

/** The number of an `INDIVIDUAL_DOCUMENT` of the UN list; where it has none, those that its note tells of. */
export function unIdentifiers(document: XmlElement): Identifier[] {
  const kinds = ['TYPE_OF_DOCUMENT2', 'TYPE_OF_DOCUMENT'].map((tag) => document.value(tag));
  const type = kinds.map(identifierType).find((one) => one !== 'other') ?? 'other';
  const told = document.value('ISSUING_COUNTRY') || document.value('COUNTRY_OF_ISSUE');
  const country = told ? countryCode(told) : null;
  const more = [
    kinds[0]!,
    document.value('DATE_OF_ISSUE') && `issued ${document.value('DATE_OF_ISSUE')}`,
    document.value('NOTE'),
  ];
  const notes = more.filter(Boolean);
  const number = document.value('NUMBER');
  const found = number
    ? numbersIn(number, type)
    : notes.flatMap((text) => identifiersIn(text, type).slice(0, 1));
  return found.map(({ note, ...identifier }) => {
    const all = [...new Set([...(note ? [note] : []), ...(number ? notes : [])])].join('; ');
    const whole = { ...identifier, country: country ?? identifier.country ?? countryIn(kinds[0]!, '') };
    return all ? { ...whole, note: all } : whole;
  });
}

/** A number that can't be told from the words around it is kept with them. */
function numbersIn(text: string, type: Identifier['type']): Identifier[] {
  const found = identifiersIn(text, type);
  return found.length > 0 ? found : [{ type, country: null, number: text }];
}
