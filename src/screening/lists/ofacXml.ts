import { known, mergedNames, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';
import { type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * US Treasury, SDN (`sdn.xml`) and consolidated non-SDN list (`consolidated.xml`) in their plain XML, which has a date of
 * publication. Vessels and aircraft are left out.
 * Format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofacXml: ListReader = {
  kind: 'OFAC XML',
  reads: (file) => /<sdnList\b/.test(file.head),
  async *read(file, context) {
    let count = 0;
    const list = /cons/i.test(file.path.split(/[\\/]/).pop() ?? '') ? 'ofac_cons' : 'ofac_sdn';
    for await (const element of xmlElements(file, new Set(['publshInformation', 'sdnEntry']))) {
      if (element.tag === 'publshInformation') context.onPublished(published(element.value('Publish_Date')));
      if (element.tag !== 'sdnEntry') continue;
      count += 1;
      const entity = entityOf(element, list);
      if (/^(vessel|aircraft)$/i.test(element.value('sdnType'))) context.onLeftOut();
      else if (entity) yield { put: entity };
      else context.onDamaged(count, 'an entry without uid or name');
    }
  },
};

/** `05/03/2024` is the third of May. */
function published(text: string): Date {
  const [month = '', day = '', year = ''] = text.split('/');
  return new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`);
}

function entityOf(entry: XmlElement, list: string): Listed | null {
  const id = entry.value('uid');
  const name = nameOf(entry);
  if (!/^\d+$/.test(id) || !name) return null;
  const nationalities = codes([
    ...entry.values('nationalityList/nationality/country'),
    ...entry.values('citizenshipList/citizenship/country'),
  ]);
  const residences = codes(entry.values('addressList/address/country'));
  const births = entry.values('placeOfBirthList/placeOfBirthItem/placeOfBirth');
  const ids = entry.all('idList/id');
  const gender = ids
    .find((one) => one.value('idType') === 'Gender')
    ?.value('idNumber')
    .toLowerCase();
  return withoutBlanks({
    id: `ofac-${id}`,
    kind: /^individual$/i.test(entry.value('sdnType')) ? 'person' : 'organisation',
    topics: ['sanction'],
    lists: [list],
    names: mergedNames([{ text: name, quality: 'primary' }, ...entry.all('akaList/aka').flatMap(aliasOf)]),
    birthDates: known(entry.values('dateOfBirthList/dateOfBirthItem/dateOfBirth').map(partialDate)),
    countries: known([
      ...nationalities,
      ...codes(births.map((place) => place.split(',').pop()!)),
      ...residences,
    ]),
    nationalities,
    residences,
    placesOfBirth: known(births),
    gender: gender === 'male' || gender === 'female' ? (gender as Gender) : undefined,
    identifiers: mergedIdentifiers(ids.flatMap(identifierOf)),
    programmes: known(entry.values('programList/program')),
    listedOn: undefined,
    position: entry.value('title'),
    remarks: entry.value('remarks'),
    sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`,
  });
}

/** As the tables write it: `PETRENKOV, Sergei`. */
function nameOf(element: XmlElement): string {
  return [element.value('lastName'), element.value('firstName')].filter(Boolean).join(', ');
}

function aliasOf(alias: XmlElement): ListedName[] {
  const text = nameOf(alias);
  return text ? [{ text, quality: alias.value('category') === 'weak' ? 'weak' : 'strong' }] : [];
}

function codes(names: readonly string[]): string[] {
  return known(names.map(countryCode));
}

/** Among its numbers the list also keeps what is none: a gender, an address of a website. */
function identifierOf(id: XmlElement): Identifier[] {
  const [name, number] = [id.value('idType'), id.value('idNumber')];
  const type = identifierType(name);
  if (
    !/\d/.test(number) ||
    (type === 'other' && /phone|fax|mail|website|gender|digital|date|sanctions|order/i.test(name))
  )
    return [];
  const country = countryCode(id.value('idCountry'));
  const dates = [
    id.value('issueDate') && `issued ${id.value('issueDate')}`,
    id.value('expirationDate') && `expires ${id.value('expirationDate')}`,
  ];
  const note = [type === 'other' ? name : '', ...dates].filter(Boolean).join(', ');
  return [note ? { type, country, number, note } : { type, country, number }];
}
