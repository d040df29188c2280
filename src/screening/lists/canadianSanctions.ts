import { createHash } from 'node:crypto';
import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import type { Listed, ListedName } from './listed.ts';
import type { ListReader } from './reader.ts';
import { type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * Consolidated Canadian Autonomous Sanctions List (Global Affairs Canada), XML: flat records. Its elements have had bilingual
 * names since August 2026, such as `Country-Pays`; the English half, which is read, is that of before.
 * Format: https://www.international.gc.ca/world-monde/international_relations-relations_internationales/sanctions/consolidated-consolide.aspx
 */
export const canadianSanctions: ListReader = {
  kind: 'Canadian autonomous sanctions list XML',
  reads: (file) => /<data-set\b/.test(file.head) && /<record>\s*<Country\b/.test(file.head),
  codes: () => ['ca_sema'],
  async *read(file, context) {
    let count = 0;
    const seen = new Set<string>();
    const ids = new Set<string>();
    for await (const element of xmlElements(file, outline)) {
      if (element.tag !== 'record') continue;
      count += 1;
      for (const { tag } of element.children) {
        if (fields.has(fieldOf(tag))) seen.add(fieldOf(tag));
        else context.onUnknown(`the element <${tag}>`);
      }
      const entity = entityOf(valuesOf(element), ids);
      if (entity) yield { put: entity };
      else context.onDamaged(count, 'a record without a name');
    }
    const missing = expected.find((field) => !seen.has(field));
    if (count > 0 && missing) throw new Error(`the element <${missing}> is missing: it was renamed`);
  },
};

const outline = { elementNames: new Set(['record']), containerElements: new Set<string>() };

const fields = new Set([
  ...['Country', 'LastName', 'GivenName', 'EntityOrShip', 'TitleOrShip', 'TitleOrShipType', 'ShipIMONumber'],
  ...['DateOfBirth', 'DateOfBirthOrShipBuildDate', 'Aliases', 'Schedule', 'Item', 'DateOfListing'],
]);
const expected = ['Country', 'LastName', 'GivenName', 'EntityOrShip'];

/** The English half of a name such as `Item-NumeroDarticle`. */
function fieldOf(tag: string): string {
  return tag.split('-', 1)[0]!;
}

type Values = Partial<Record<string, string>>;

function valuesOf(record: XmlElement): Values {
  return Object.fromEntries(record.children.map((child) => [fieldOf(child.tag), child.line()]));
}

function entityOf(values: Values, ids: Set<string>): Listed | null {
  const { LastName = '', GivenName = '', EntityOrShip = '', Item = '', Schedule = '' } = values;
  const isPerson = LastName !== '' || GivenName !== '';
  const shipType = values['TitleOrShipType'] ?? values['TitleOrShip'] ?? '';
  const imo = /\b\d{7}\b/.exec(values['ShipIMONumber'] ?? '')?.[0];
  const [name, ...others] = isPerson ? [`${GivenName} ${LastName}`.trim()] : namesIn(EntityOrShip);
  if (!name) return null;
  const isVessel = !isPerson && (imo !== undefined || shipType !== '');
  const regime = english(values['Country'] ?? '');
  const born = isPerson ? (values['DateOfBirthOrShipBuildDate'] ?? values['DateOfBirth'] ?? '') : '';
  return withoutBlanks({
    id: idOf([regime, name, imo ?? born], [Schedule, Item], ids),
    kind: isPerson ? 'person' : isVessel ? 'vessel' : 'organisation',
    topics: ['sanction'],
    lists: ['ca_sema'],
    names: mergedNames([
      { text: name, quality: 'primary' },
      ...others.map((text) => ({ text, quality: 'strong' as const })),
      ...aliasesIn(values['Aliases'] ?? '').map((text) => aliasOf(text, { isPerson })),
    ]),
    birthDates: known(born.split(/\s+or\s+/).map(partialDate)),
    // The country is that of the regulations: the list states no nationality.
    countries: [],
    identifiers: imo ? [{ type: 'imo', country: null, number: imo }] : [],
    programmes: known([regime || null]),
    listedOn: partialDate(values['DateOfListing'] ?? '') ?? undefined,
    position: isPerson ? english(shipType) : '',
    remarks: [Schedule && `Schedule ${Schedule}`, Item && `item ${Item}`].filter(Boolean).join(', '),
    sourceUrl: null,
  });
}

/**
 * The list has no ids, and renumbers its items: the id is made of what names the entry. A second entry of that name has the number of
 * its item as well.
 */
function idOf(facts: readonly string[], place: readonly string[], ids: Set<string>): string {
  const hashed = (parts: readonly string[]) =>
    `ca-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
  const id = hashed(facts);
  const own = ids.has(id) ? hashed([...facts, ...place]) : id;
  ids.add(own);
  return own;
}

/** `Russia` of `Russia / Russie`. */
function english(text: string): string {
  return text.split(/\s*[/|]\s*/, 1)[0]!.trim();
}

/** The names of an organisation, which the list separates by strokes and brackets. */
function namesIn(text: string): string[] {
  return text
    .split(/\s*\((?:a\.?k\.?a\.?|also known as)[:\s]*|\s+\/\s+|;/i)
    .map((part) => (part.includes('(') ? part : part.replace(/\)\s*$/, '')).trim())
    .filter(hasLetters);
}

const labels =
  /(?:^|[;,]\s*)(?:also known as|a\.?k\.?a\.?|alias|hebrew|arabic|russian|ukrainian|belarus+ian|persian|farsi)\s*:?\s+/gi;

/** Other names, which are free text with labels of languages. A comma before a legal form belongs to the name. */
function aliasesIn(text: string): string[] {
  return text
    .replace(labels, ';')
    .split(/;|,(?!\s*(?:ltd|llc|inc|co|corp|jsc|ojsc|pjsc|limited|s\.?a|gmbh)\b)/i)
    .map((part) => part.replace(/^[\s(]+|[\s)]+$/g, ''))
    .filter(hasLetters);
}

/** A single word is a weak alias of a person: the list has given names alone among them. */
function aliasOf(text: string, { isPerson }: { isPerson: boolean }): ListedName {
  return { text, quality: isPerson && !/\s/.test(text) ? 'weak' : 'strong' };
}

function hasLetters(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}
