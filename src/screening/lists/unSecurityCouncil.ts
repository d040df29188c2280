import { countryCode } from './countryCode.ts';
import { known } from './known.ts';
import type { Gender, Listed } from './listed.ts';
import { mergedIdentifiers } from './mergedIdentifiers.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';
import { unAliases } from './unAliases.ts';
import { unIdentifiers } from './unIdentifiers.ts';
import { withoutBlanks } from './withoutBlanks.ts';
import type { XmlElement } from './XmlElement.ts';
import { xmlElements } from './xmlElements.ts';

/**
 * United Nations Security Council consolidated list, XML.
 * Format: https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list
 */
export const unSecurityCouncil: ListReader = {
  kind: 'UN Security Council XML',
  reads: (file) => /<CONSOLIDATED_LIST\b/.test(file.head),
  async *read(file, context) {
    let count = 0;
    for await (const element of xmlElements(file, new Set(['INDIVIDUAL', 'ENTITY']))) {
      if (element.tag === 'CONSOLIDATED_LIST') {
        context.onPublished(new Date(element.attribute('dateGenerated')));
        continue;
      }
      count += 1;
      const entity = entityOf(element);
      if (entity) yield { put: entity };
      else context.onDamaged(count, 'an entry without DATAID or name');
    }
  },
};

function entityOf(element: XmlElement): Listed | null {
  const id = element.value('DATAID');
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((tag) => element.value(tag));
  const name = parts.filter(Boolean).join(' ');
  if (!/^\d+$/.test(id) || !name) return null;
  const aliases = unAliases(element, name);
  const nationalities = codes(element.values('NATIONALITY/VALUE'));
  const residences = codes(
    element.values('INDIVIDUAL_ADDRESS/COUNTRY').concat(element.values('ENTITY_ADDRESS/COUNTRY')),
  );
  const births = element.all('INDIVIDUAL_PLACE_OF_BIRTH');
  return withoutBlanks({
    id: `unsc-${id}`,
    kind: element.tag === 'INDIVIDUAL' ? 'person' : 'organisation',
    topics: ['sanction'],
    lists: ['un_sc'],
    names: aliases.names,
    birthDates: known(element.all('INDIVIDUAL_DATE_OF_BIRTH').map(birthDateOf)),
    countries: known([
      ...nationalities,
      ...codes(births.map((place) => place.value('COUNTRY'))),
      ...residences,
    ]),
    nationalities,
    residences,
    placesOfBirth: known([...births, ...aliases.places].map(placeOf)),
    gender: genders[element.value('GENDER').toLowerCase()],
    identifiers: mergedIdentifiers([
      ...element.all('INDIVIDUAL_DOCUMENT').flatMap(unIdentifiers),
      ...aliases.identifiers,
    ]),
    programmes: known([element.value('UN_LIST_TYPE')]),
    listedOn: element.value('LISTED_ON').slice(0, 10),
    position: known(element.values('DESIGNATION/VALUE')).join('; '),
    remarks: [element.value('REFERENCE_NUMBER'), element.value('COMMENTS1')].filter(Boolean).join('. '),
    sourceUrl: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  });
}

const genders: Record<string, Gender | undefined> = { male: 'male', female: 'female' };

function birthDateOf(date: XmlElement): string | null {
  const [from, to] = [date.value('FROM_YEAR'), date.value('TO_YEAR')];
  const note = date.value('NOTE');
  const year = date.value('YEAR');
  const said =
    date.value('DATE') || (/^[A-Z][a-z]+\.?$/.test(note) && year ? `${note} ${year}` : year) || note;
  const text = from && to ? `${from} to ${to}` : said || from || to;
  const circa = date.value('TYPE_OF_DATE') === 'APPROXIMATELY' || /^approx/i.test(note) ? 'circa ' : '';
  return partialDate(circa + text);
}

function placeOf(place: XmlElement): string | null {
  const parts = ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY', 'CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH'];
  return (
    parts
      .map((tag) => place.value(tag))
      .filter(Boolean)
      .join(', ') || null
  );
}

function codes(names: readonly string[]): string[] {
  return known(names.map(countryCode));
}
