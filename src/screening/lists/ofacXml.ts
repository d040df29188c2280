import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import type { ListReader } from './reader.ts';
import { unknownElement, type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * US Treasury, SDN (`sdn.xml`) and consolidated non-SDN list (`consolidated.xml`) in plain XML, which states its date
 * of publication.
 * Format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofacXml: ListReader = {
  kind: 'OFAC XML',
  reads: (file) => /<sdnList\b/.test(file.head),
  codes: (file) => [codeOf(file.path)],
  async *read(file, context) {
    const list = codeOf(file.path);
    let [count, declared] = [0, null as number | null];
    for await (const element of xmlElements(file, outline)) {
      if (element.tag === 'publshInformation') {
        context.onPublished(published(element.value('Publish_Date')));
        declared = Number(element.value('Record_Count')) || null;
      }
      if (element.tag !== 'sdnEntry') continue;
      count += 1;
      const entity = entityOf(element, list);
      const problem = problemOf(element) ?? (entity ? null : 'an entry without uid or name');
      if (problem) context.onDamaged(count, problem);
      else yield { put: entity! };
    }
    if (declared !== null && declared !== count)
      throw new Error(`its Record_Count is ${declared}, but it has ${count} entries`);
  },
};

const outline = {
  elementNames: new Set(['publshInformation', 'sdnEntry']),
  containerElements: new Set<string>(),
};

function codeOf(path: string): string {
  return /cons/i.test(path.split(/[\\/]/).pop() ?? '') ? 'ofac_cons' : 'ofac_sdn';
}

/** The problem of an entry; `null` if it is valid. */
function problemOf(entry: XmlElement): string | null {
  const unknown = unknownElement(entry, entryElements);
  if (unknown) return `the element <${unknown}> is unknown`;
  const type = entry.value('sdnType').toLowerCase();
  if (!['individual', 'entity', 'vessel', 'aircraft'].includes(type))
    return `the sdnType ${type || '(none)'} is unknown`;
  const isBorn = ['firstName', 'dateOfBirthList', 'placeOfBirthList'].some(
    (tag) => entry.all(tag).length > 0,
  );
  if (isBorn && type !== 'individual') return 'has a date of birth, but is not listed as an individual';
  if (entry.all('vesselInfo').length > 0 && type !== 'vessel' && type !== 'aircraft')
    return 'has data of a vessel, but is not listed as one';
  return null;
}

const entryElements = new Set(
  (
    'uid firstName lastName title sdnType remarks programList program idList id idType idNumber idCountry issueDate ' +
    'expirationDate akaList aka type category addressList address address1 address2 address3 city stateOrProvince ' +
    'postalCode country nationalityList nationality mainEntry citizenshipList citizenship dateOfBirthList dateOfBirthItem ' +
    'dateOfBirth placeOfBirthList placeOfBirthItem placeOfBirth vesselInfo callSign vesselType vesselFlag vesselOwner ' +
    'tonnage grossRegisteredTonnage'
  ).split(' '),
);

/** Parses the US date order: `05/03/2024` is the third of May. */
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
    kind: kindOf(entry.value('sdnType').toLowerCase()),
    topics: ['sanction'],
    lists: [list],
    names: mergedNames([{ text: name, quality: 'primary' }, ...entry.all('akaList/aka').flatMap(aliasOf)]),
    birthDates: known(entry.values('dateOfBirthList/dateOfBirthItem/dateOfBirth').map(partialDate)),
    countries: known([
      ...nationalities,
      ...codes(births.map((birthplace) => birthplace.split(',').pop()!)),
      ...residences,
    ]),
    nationalities,
    residences,
    placesOfBirth: known(births),
    gender: gender === 'male' || gender === 'female' ? (gender as Gender) : undefined,
    identifiers: mergedIdentifiers([...ids.flatMap(identifierOf), ...tailNumber(entry, name)]),
    programmes: known(entry.values('programList/program')),
    listedOn: undefined,
    position: entry.value('title'),
    remarks: entry.value('remarks'),
    sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`,
  });
}

function kindOf(type: string): Listed['kind'] {
  if (type === 'vessel' || type === 'aircraft') return type;
  return type === 'individual' ? 'person' : 'organisation';
}

/** The registration of an aircraft, under which it is listed. */
function tailNumber(entry: XmlElement, number: string): Identifier[] {
  return /^aircraft$/i.test(entry.value('sdnType')) ? [{ type: 'aircraft', country: null, number }] : [];
}

/** The name in the form of the CSV tables: `PETRENKOV, Sergei`. */
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

/**
 * An identifier from an `id` element. Some of these elements are no identifiers: a gender, the address of a website.
 */
function identifierOf(id: XmlElement): Identifier[] {
  const [name, number] = [id.value('idType'), id.value('idNumber')];
  const imo = /\bIMO (\d{7})\b/.exec(number)?.[1];
  if (imo) return [{ type: 'imo', country: null, number: imo }];
  const type = identifierType(name);
  if (
    (!/\d/.test(number) && type !== 'swift_bic') ||
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
