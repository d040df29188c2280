import { known, mergedNames, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import type { ListFile } from './listFile.ts';
import type { ListReader, ReadContext } from './reader.ts';
import { type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * Swiss sanctions list (SECO), XML, the whole list. It keeps the targets that were removed, and the history of all: a
 * target counts if its newest modification is no removal.
 * Format: https://www.seco.admin.ch/seco/en/home/Aussenwirtschaftspolitik_Wirtschaftliche_Zusammenarbeit/Wirtschaftsbeziehungen/exportkontrollen-und-sanktionen/sanktionen-embargos.html
 */
export const swissSanctions: ListReader = {
  kind: 'Swiss sanctions list XML',
  reads: (file) => /<swiss-sanctions-list\b/.test(file.head),
  codes: () => ['ch_seco'],
  async *read(file, context) {
    const { places, programmes } = await tablesOf(file);
    let count = 0;
    for await (const element of xmlElements(file, outline)) {
      if (element.tag === 'swiss-sanctions-list') {
        if (element.attribute('list-type') !== 'whole-list') throw new Error('it is not the whole list');
        context.onPublished(new Date(`${element.attribute('date')}T00:00:00Z`));
      }
      if (element.tag !== 'target') continue;
      count += 1;
      if (isRemoved(element)) context.onLeftOut();
      else {
        const target = targetOf(element, { places, programmes }, context);
        if (typeof target === 'string') context.onDamaged(count, target);
        else yield { put: target };
      }
    }
  },
};

const outline = {
  elementNames: new Set(['target', 'place', 'sanctions-program']),
  containerElements: new Set<string>(),
};

/** Places and sanctions sets by their ids. The places stand behind the targets. */
interface Tables {
  places: ReadonlyMap<string, XmlElement>;
  programmes: ReadonlyMap<string, string>;
}

async function tablesOf(file: ListFile): Promise<Tables> {
  const places = new Map<string, XmlElement>();
  const programmes = new Map<string, string>();
  for await (const element of xmlElements(file, outline)) {
    if (element.tag === 'place') places.set(element.attribute('ssid'), element);
    if (element.tag !== 'sanctions-program') continue;
    const inEnglish = (tag: string) =>
      element.all(tag).find((one) => one.attribute('lang') === 'eng') ?? element.all(tag)[0];
    const name = (inEnglish('program-key') ?? inEnglish('program-name'))?.line() ?? '';
    for (const set of element.all('sanctions-set')) programmes.set(set.attribute('ssid'), name);
  }
  return { places, programmes };
}

/** Whether the newest change of a target was its removal. Changes of one day stand with the newest first. */
function isRemoved(target: XmlElement): boolean {
  const changes = target
    .all('modification')
    .map((one) => ({
      type: one.attribute('modification-type'),
      at: one.attribute('effective-date') || one.attribute('publication-date'),
    }))
    .sort((a, b) => b.at.localeCompare(a.at));
  return changes[0]?.type === 'de-listed';
}

const kinds = { individual: 'person', entity: 'organisation', object: null } as const;

/** The entity of a target, or why it cannot be read. */
function targetOf(target: XmlElement, tables: Tables, context: ReadContext): Listed | string {
  const id = target.attribute('ssid');
  if (!id) return 'a target without ssid';
  const subject = target.children.find(({ tag }) => tag in kinds);
  if (!subject) return `target ${id} is neither a person, an entity nor an object`;
  const kind = kinds[subject.tag as keyof typeof kinds] ?? objectKinds[subject.attribute('object-type')];
  if (!kind) return `target ${id} is an object of the unknown type ${subject.attribute('object-type')}`;
  for (const child of subject.all('identity').flatMap(({ children }) => children))
    if (!identityParts.has(child.tag)) context.onUnknown(`the element <${child.tag}> of an identity`);
  const identities = subject.all('identity').sort((a, b) => mainFirst(a) - mainFirst(b));
  const names = mergedNames(identities.flatMap((one) => one.all('name')).flatMap(namesOf));
  if (names.length === 0) return `target ${id} has no name`;
  const [primary, ...others] = names;
  const remarks = [...subject.values('justification'), ...subject.values('other-information')];
  const listed = target.all('modification').find((one) => one.attribute('modification-type') === 'listed');
  const set = target.value('sanctions-set-id') || target.attribute('sanctions-set-id');
  const facts = factsOf(identities, tables);
  const isPerson = kind === 'person';
  return withoutBlanks({
    id: `ch-${id}`,
    kind,
    topics: ['sanction'],
    lists: ['ch_seco'],
    names: [{ ...primary!, quality: 'primary' }, ...others],
    birthDates: isPerson ? facts.dates : [],
    countries: known([...facts.nationalities, ...facts.bornIn, ...facts.residences]),
    nationalities: facts.nationalities,
    residences: facts.residences,
    placesOfBirth: isPerson ? facts.placesOfBirth : [],
    gender: genders[subject.attribute('sex')],
    identifiers: mergedIdentifiers([...facts.identifiers, ...remarks.flatMap(numbersIn)]),
    programmes: known([tables.programmes.get(set) || null]),
    listedOn: listed?.attribute('effective-date') || undefined,
    remarks: remarks.join(' '),
    sourceUrl: null,
  });
}

const objectKinds: Partial<Record<string, Listed['kind']>> = { vessel: 'vessel', aircraft: 'aircraft' };
const genders: Partial<Record<string, Gender>> = { male: 'male', female: 'female' };
const identityParts = new Set([
  ...['name', 'nationality', 'day-month-year', 'place-of-birth', 'address', 'identification-document'],
]);

function mainFirst(identity: XmlElement): number {
  return identity.attribute('main') === 'true' ? 0 : 1;
}

/** Maximum number of spellings of one name: every part can have several. */
const MAX_SPELLINGS = 24;

/** A name with its spellings in other languages and scripts. Titles are left out; a maiden name replaces the family name. */
function namesOf(name: XmlElement): ListedName[] {
  const quality = name.attribute('quality') === 'low' ? 'weak' : 'strong';
  const parts = name
    .all('name-part')
    .filter((part) => part.attribute('name-part-type') !== 'title' && part.value('value') !== '')
    .sort((a, b) => Number(a.attribute('order')) - Number(b.attribute('order')));
  const maiden = parts.find((part) => part.attribute('name-part-type') === 'maiden-name');
  const own = parts.filter((part) => part !== maiden);
  const married = own.length > 0 ? own : parts;
  const born =
    maiden && own.length > 0
      ? own.map((part) => (part.attribute('name-part-type') === 'family-name' ? maiden : part))
      : [];
  const texts = [married, born].filter((some) => some.length > 0).flatMap(spellingsOf);
  return [...new Set(texts)].map((text) => ({ text, quality }));
}

function spellingsOf(parts: readonly XmlElement[]): string[] {
  const written = (spelling: string | null) =>
    parts.reduce<string[][]>(
      (names, part) => {
        const variants = part
          .all('spelling-variant')
          .filter((one) => spelling !== null && keyOf(one) === spelling)
          .map((one) => one.line())
          .filter(Boolean);
        const texts = variants.length > 0 ? variants : [part.value('value')];
        return names.flatMap((name) => texts.map((text) => [...name, text])).slice(0, MAX_SPELLINGS);
      },
      [[]],
    );
  const spellings = parts.flatMap((part) => part.all('spelling-variant')).map(keyOf);
  return [null, ...new Set(spellings)].flatMap(written).map((words) => words.join(' '));
}

function keyOf(variant: XmlElement): string {
  return `${variant.attribute('lang')} ${variant.attribute('script')}`;
}

/** The facts of all identities. */
function factsOf(identities: readonly XmlElement[], { places }: Tables) {
  const all = (tag: string) => identities.flatMap((one) => one.all(tag));
  const placed = (tag: string) => all(tag).flatMap((one) => places.get(one.attribute('place-id')) ?? one);
  const birthplaces = placed('place-of-birth');
  return {
    dates: known(all('day-month-year').map(dateOf)),
    nationalities: known(all('nationality').map(countryOf)),
    bornIn: known(birthplaces.map(countryOf)),
    residences: known(placed('address').map(countryOf)),
    placesOfBirth: known(
      birthplaces.map(
        (one) => [one.value('location'), one.value('country')].filter(Boolean).join(', ') || null,
      ),
    ),
    identifiers: all('identification-document').flatMap((one): Identifier[] => {
      const number = one.value('number');
      const [issuer] = one.all('issuer');
      const country = countryCode(issuer?.attribute('code') || issuer?.line() || '');
      const note = one.value('remark');
      const type = identifierType(one.attribute('document-type').replaceAll('-', ' '));
      return number ? [{ type, country, number, ...(note && { note }) }] : [];
    }),
  };
}

function countryOf(element: XmlElement): string | null {
  const [country] = element.all('country');
  return country ? countryCode(country.attribute('iso-code') || country.line()) : null;
}

/** `1968`, `1968-02` or `1968-02-27`, as far as it is known. */
function dateOf(date: XmlElement): string | null {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => date.attribute(part));
  if (!/^\d{4}$/.test(year ?? '')) return null;
  const parts = [month, day].map((part) => (/^\d{1,2}$/.test(part ?? '') ? part!.padStart(2, '0') : ''));
  return [year, ...(parts[0] ? parts : [])].filter(Boolean).join('-');
}

/** The numbers that the list writes into its remarks. */
function numbersIn(remark: string): Identifier[] {
  const [, imo] = /\bIMO(?: number)?\s*:?\s*(\d{7})\b/i.exec(remark) ?? [];
  const [, tax] = /\b(?:INN|tax(?:payer)? identification number)\s*:?\s*(\d{8,12})\b/i.exec(remark) ?? [];
  const [, registration] = /\bregistration number\s*:?\s*(\d{6,15})\b/i.exec(remark) ?? [];
  return [
    ...(imo ? [{ type: 'imo' as const, country: null, number: imo }] : []),
    ...(tax ? [{ type: 'tax_id' as const, country: null, number: tax }] : []),
    ...(registration ? [{ type: 'registration' as const, country: null, number: registration }] : []),
  ];
}
