import { basename } from 'node:path';
import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import type { ListReader } from './reader.ts';
import { unknownElement, type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * US Treasury, SDN and consolidated non-SDN list in the Advanced Sanctions List Standard: `SDN_ADVANCED.XML`,
 * `CONS_ADVANCED.XML`. Parties refer to value sets, places and documents that come before them. Sanctions entries,
 * which come after the parties, refer to them. Parties are therefore held in memory until the end.
 * Format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofacAdvancedXml: ListReader = {
  kind: 'OFAC Advanced XML',
  reads: (file) =>
    /<(?:\w+:)?Sanctions\b/.test(file.head) && /<(?:\w+:)?(DateOfIssue|ReferenceValueSets)\b/.test(file.head),
  codes: (file) => [/cons/i.test(basename(file.path)) ? 'ofac_cons' : 'ofac_sdn'],
  async *read(file, context) {
    const references = new OfacReferences();
    const parties: XmlElement[] = [];
    for await (const element of xmlElements(file, outline)) {
      if (element.tag === 'DateOfIssue') context.onPublished(new Date(`${dayOf(element)}T00:00:00Z`));
      else if (element.tag === 'DistinctParty') parties.push(element);
      else references.add(element);
    }
    const profiles = new Set(parties.map((party) => party.all('Profile')[0]?.attribute('ID') ?? ''));
    for (const profile of references.listedProfiles())
      if (!profiles.has(profile)) context.onOdd(0, `the listed profile ${profile} is missing`);
    for (const [at, party] of parties.entries()) {
      const unknown = unknownElement(party, partyElements);
      const entity = unknown ? null : ofacParty(party, references);
      if (unknown) context.onDamaged(at + 1, `the element <${unknown}> is unknown`);
      else if (typeof entity === 'string' && entity !== 'left out') context.onDamaged(at + 1, entity);
      else if (entity === 'left out') context.onLeftOut();
      else if (entity) yield { put: entity };
      else context.onDamaged(at + 1, 'a party without FixedRef or name');
    }
  },
};

const outline = {
  elementNames: new Set([
    'DateOfIssue',
    'ReferenceValueSets',
    'Location',
    'IDRegDocument',
    'DistinctParty',
    'SanctionsEntry',
  ]),
  containerElements: new Set(['Locations', 'IDRegDocuments', 'DistinctParties', 'SanctionsEntries']),
  leftOut: new Set(['ProfileRelationships', 'SanctionsEntryLinks']),
};

/** All known elements within a party. */
const partyElements = new Set(
  (
    'Comment Profile Identity Alias DocumentedName DocumentedNamePart NamePartValue DocumentedNameCountry NamePartGroups ' +
    'MasterNamePartGroup NamePartGroup IDRegDocumentReference IdentityReference SanctionsEntryReference ExternalReference ' +
    'DirectURL SubLink Feature FeatureVersion FeatureVersionReference DatePeriod Date Start End From To Year Month Day ' +
    'DurationMinimum DurationMaximum Years Months Days VersionDetail VersionLocation'
  ).split(' '),
);

function dayOf(date: XmlElement): string {
  const part = (tag: string) => date.value(tag).padStart(2, '0');
  return `${part('Year')}-${part('Month')}-${part('Day')}`;
}

/** One version of a feature of a party: a date of birth, a place, a nationality, a title. */
interface OfacFeature {
  /** `Birthdate`, `Place of Birth`, `Nationality Country`, `Gender`. */
  name: string;
  /** The text of the version itself, or of the value that it refers to. */
  text: string;
  place: string;
  /** ISO 3166 code of the place, if there is one. */
  country: string | null;
  /** Dates in EDTF. */
  periods: string[];
}

/** The features of a party of OFAC's Advanced XML. */
function ofacFeatures(party: XmlElement, references: OfacReferences): OfacFeature[] {
  const features = [...party.all('Profile/Feature'), ...party.all('Feature')];
  return features.flatMap((feature) => {
    const name = references.value('FeatureType', feature.attribute('FeatureTypeID'));
    return feature.all('FeatureVersion').map((version) => {
      const location = version.all('VersionLocation')[0]?.attribute('LocationID') ?? '';
      const details = version.all('VersionDetail');
      const words = details.map(
        (detail) =>
          detail.line() || references.value('DetailReference', detail.attribute('DetailReferenceID')),
      );
      return {
        name,
        text: words.filter(Boolean).join(', '),
        place: references.placeOf(location),
        country: references.countryOf(location),
        periods: version.all('DatePeriod').flatMap((period) => ofacPeriod.period(period) ?? []),
      };
    });
  });
}

/** A party of OFAC's Advanced XML; null if it has no number or no name; a string that describes any other problem. */
function ofacParty(
  party: XmlElement,
  references: OfacReferences,
): Listed | 'left out' | `wrong: ${string}` | null {
  const id = party.attribute('FixedRef');
  const [profile] = party.all('Profile');
  const identities = profile?.all('Identity') ?? [];
  const names = mergedNames(
    identities.flatMap((identity) => namesOf(identity, references)).sort(primaryFirst),
  );
  if (!/^\d+$/.test(id) || !profile || names.length === 0) return null;
  const kind = kindOf(profile, references);
  if (kind === 'unknown') return 'wrong: its kind is unknown';
  if (kind === null) return 'left out';
  const features = ofacFeatures(party, references);
  const entries = references.entriesOf(profile.attribute('ID'));
  const nationalities = known([
    ...countries(features, /^Nationality/),
    ...countries(features, /^Citizenship/),
  ]);
  const isBorn = features.some(({ name }) => /^(Birthdate|Place of Birth|Gender)/.test(name));
  if (isBorn && kind !== 'person') return 'wrong: has a date of birth, but is not listed as an individual';
  if (features.some(({ name }) => !name)) return 'wrong: a feature of an unknown kind';
  const births = features.filter(({ name }) => /^Place of Birth/.test(name));
  const residences = countries(features, /^Location$/);
  return withoutBlanks({
    id: `ofac-${id}`,
    kind,
    topics: ['sanction'],
    lists: listsOf(entries, references),
    names,
    birthDates: known(
      features.filter(({ name }) => /^Birthdate/.test(name)).flatMap(({ periods }) => periods),
    ),
    countries: known([...nationalities, ...births.map(countryOfBirth), ...residences]),
    nationalities,
    residences,
    placesOfBirth: known(births.map(({ text, place }) => text || place || null)),
    gender: genderOf(features),
    identifiers: mergedIdentifiers([
      ...identities.flatMap((identity) => identifiersOf(identity, references)),
      ...numbersAmong(features),
      ...(kind === 'aircraft' ? [{ type: 'aircraft' as const, country: null, number: names[0]!.text }] : []),
    ]),
    programmes: known(entries.flatMap((entry) => programmesOf(entry, references))),
    listedOn: known(entries.flatMap((entry) => entry.all('EntryEvent/Date').map(ofacPeriod.date))).sort()[0],
    position: texts(features, /^Title/).join('; '),
    remarks: [...party.values('Comment'), ...entries.flatMap((entry) => entry.values('Comment'))].join(' '),
    sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`,
  });
}

/** The features that are identifiers: addresses of cryptocurrencies, numbers of vessels and aircraft, of banks. */
function numbersAmong(features: readonly OfacFeature[]): Identifier[] {
  return features.flatMap(({ name, text }) => {
    const isNumber =
      /^(Digital Currency Address|SWIFT\/BIC|MMSI|Other Vessel|IMO|BIK|Aircraft (Manufacturer|Construction|Tail|Mode S))/i;
    if (!isNumber.test(name) || !text) return [];
    const imo = /\bIMO (\d{7})\b/.exec(text)?.[1];
    return [{ type: imo ? ('imo' as const) : identifierType(name), country: null, number: imo ?? text }];
  });
}

function primaryFirst(a: ListedName, b: ListedName): number {
  return Number(b.quality === 'primary') - Number(a.quality === 'primary');
}

/** Joins the parts of each name in their order. Names in scripts other than Latin are separate names. */
function namesOf(identity: XmlElement, references: OfacReferences): ListedName[] {
  return identity
    .all('Alias')
    .flatMap((alias) => {
      const isPrimary = alias.attribute('Primary') === 'true';
      const weak = alias.attribute('LowQuality') === 'true';
      return alias.all('DocumentedName').map((name, i) => {
        const parts = name.values('DocumentedNamePart/NamePartValue');
        const text = ordered(name, identity, references) ?? parts.join(' ');
        const quality =
          isPrimary && i === 0 ? ('primary' as const) : weak ? ('weak' as const) : ('strong' as const);
        return { text, quality };
      });
    })
    .filter(({ text }) => text !== '');
}

/** The name in the form of the CSV tables, `PETRENKOV, Sergei`, if a part is marked as the family name. */
function ordered(name: XmlElement, identity: XmlElement, references: OfacReferences): string | null {
  const groups = identity.all('NamePartGroups/MasterNamePartGroup/NamePartGroup');
  const typeOf = new Map(
    groups.map((group) => [
      group.attribute('ID'),
      references.value('NamePartType', group.attribute('NamePartTypeID')),
    ]),
  );
  const parts = name.all('DocumentedNamePart/NamePartValue');
  const isFamily = (part: XmlElement) =>
    /^last name$/i.test(typeOf.get(part.attribute('NamePartGroupID')) ?? '');
  const family = parts.filter(isFamily).map((part) => part.line());
  const others = parts.filter((part) => !isFamily(part)).map((part) => part.line());
  return family.length > 0 && others.length > 0 ? `${family.join(' ')}, ${others.join(' ')}` : null;
}

/** The kind of a party; null for means of transport other than vessels and aircraft. */
function kindOf(profile: XmlElement, references: OfacReferences): Listed['kind'] | 'unknown' | null {
  const subType = profile.attribute('PartySubTypeID');
  const type = references.value('PartyType', references.attributeOf('PartySubType', subType, 'PartyTypeID'));
  const kind = references.value('PartySubType', subType).toLowerCase();
  if (kind === 'vessel' || kind === 'aircraft') return kind;
  if (/transport/i.test(type)) return null;
  if (/^individual$/i.test(type)) return 'person';
  return /^entity$/i.test(type) ? 'organisation' : 'unknown';
}

function listsOf(entries: readonly XmlElement[], references: OfacReferences): string[] {
  const lists = entries.map((entry) => references.value('List', entry.attribute('ListID')));
  const isSdn = lists.length === 0 || lists.some((list) => !list || /^SDN/i.test(list));
  return isSdn ? ['ofac_sdn'] : ['ofac_cons'];
}

function countries(features: readonly OfacFeature[], name: RegExp): string[] {
  return known(
    features
      .filter((one) => name.test(one.name))
      .flatMap(({ country, text }) => country ?? countryCode(text)),
  );
}

function countryOfBirth({ country, text }: OfacFeature): string | null {
  return country ?? countryCode(text.split(',').pop() ?? '');
}

function genderOf(features: readonly OfacFeature[]): Gender | undefined {
  const text = texts(features, /^Gender/)[0]?.toLowerCase();
  return text === 'male' || text === 'female' ? text : undefined;
}

function texts(features: readonly OfacFeature[], name: RegExp): string[] {
  return known(features.filter((one) => name.test(one.name)).map(({ text }) => text || null));
}

function identifiersOf(identity: XmlElement, references: OfacReferences): Identifier[] {
  return references.documentsOf(identity.attribute('ID')).flatMap((document) => {
    const number = document.value('IDRegistrationNo');
    if (!number) return [];
    const name = references.value('IDRegDocType', document.attribute('IDRegDocTypeID'));
    const type = identifierType(name);
    const country = references.country(document.attribute('IssuedBy-CountryID'));
    const isPlain = ['Passport', 'National ID No.', 'Tax ID No.'].includes(name);
    const note = [isPlain ? '' : name, document.value('IssuingAuthority'), document.value('Comment')]
      .filter(Boolean)
      .join(', ');
    return [note ? { type, country, number, note } : { type, country, number }];
  });
}

/** The programmes of an entry: the comments of its measures of the type `Program`. */
function programmesOf(entry: XmlElement, references: OfacReferences): string[] {
  const measures = entry.all('SanctionsMeasure');
  const isProgramme = (id: string) => /program/i.test(references.value('SanctionsType', id)) || id === '1';
  return measures
    .filter((one) => isProgramme(one.attribute('SanctionsTypeID')))
    .flatMap((one) => one.values('Comment'));
}

/** Dates of OFAC's Advanced XML, in EDTF. */
const ofacPeriod = {
  /** A `DatePeriod`, from the earliest start to the latest end. Whole months and years are shortened. */
  period(period: XmlElement): string | null {
    const [start] = period.all('Start');
    const [end] = period.all('End');
    const circa = [start, end].some((side) => side?.attribute('Approximate') === 'true') ? 'circa ' : '';
    const from = pointOf(start?.all('From')[0]);
    const to =
      pointOf(end?.all('To')[0] ?? end?.all('From')[0]) ??
      (end ? null : pointOf(start?.all('To')[0])) ??
      from;
    if (!from || !to) return null;
    return partialDate(circa + (whole(from, to) ?? `${from} to ${to}`));
  },

  /** A `Date` with year, month and day, as far as given. */
  date(date: XmlElement): string | null {
    const day = pointOf(date);
    return day && partialDate(day);
  },
};

function pointOf(point: XmlElement | undefined): string | null {
  const year = point?.value('Year') ?? '';
  if (!/^\d{4}$/.test(year)) return null;
  const rest = ['Month', 'Day']
    .map((part) => point!.value(part))
    .map((part) => (part === '' ? '' : part.padStart(2, '0')));
  const end = rest.indexOf('');
  return [year, ...(end === -1 ? rest : rest.slice(0, end))].join('-');
}

/** Shortens an interval: `1962-01-01` to `1962-12-31` is the year 1962; a whole month likewise. */
function whole(from: string, to: string): string | null {
  if (from === to) return from;
  const [year, month, day] = from.split('-');
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (day === '01' && to === `${year}-${month}-${last}`) return `${year}-${month}`;
  if (from.endsWith('-01-01') && to === `${year}-12-31`) return year!;
  const [, years] = /^(\d{4})-01-01$/.exec(from) ?? [];
  const [, until] = /^(\d{4})-12-31$/.exec(to) ?? [];
  return years && until ? `${years} to ${until}` : null;
}

/** The reference tables of OFAC's Advanced XML, and the references to parties. */
class OfacReferences {
  readonly #values = new Map<string, XmlElement>();
  readonly #locations = new Map<string, XmlElement>();
  readonly #documents = new Map<string, XmlElement[]>();
  readonly #entries = new Map<string, XmlElement[]>();

  add(element: XmlElement): void {
    if (element.tag === 'ReferenceValueSets') this.#addValues(element);
    else if (element.tag === 'Location') this.#locations.set(element.attribute('ID'), element);
    else if (element.tag === 'IDRegDocument')
      append(this.#documents, element.attribute('IdentityID'), element);
    else if (element.tag === 'SanctionsEntry') append(this.#entries, element.attribute('ProfileID'), element);
  }

  #addValues(sets: XmlElement): void {
    for (const set of sets.children)
      for (const value of [set, ...set.children])
        if (value.attribute('ID')) this.#values.set(`${value.tag} ${value.attribute('ID')}`, value);
  }

  /** The text of a value, such as `Birthdate` of the `FeatureType` 8. */
  value(kind: string, id: string): string {
    return this.#values.get(`${kind} ${id}`)?.line() ?? '';
  }

  /** The number of the value that another value belongs to: the `PartyTypeID` of a `PartySubType`. */
  attributeOf(kind: string, id: string, attribute: string): string {
    return this.#values.get(`${kind} ${id}`)?.attribute(attribute) ?? '';
  }

  country(id: string): string | null {
    const value = this.#values.get(`Country ${id}`);
    return value ? (countryCode(value.attribute('ISO2')) ?? countryCode(value.line())) : null;
  }

  /** The country of a place. */
  countryOf(locationId: string): string | null {
    const location = this.#locations.get(locationId);
    const ids = location?.all('LocationCountry').map((country) => country.attribute('CountryID')) ?? [];
    const area = location?.all('LocationAreaCode')[0]?.attribute('AreaCodeID') ?? '';
    const codes = [...ids, this.attributeOf('AreaCode', area, 'CountryID')].map((id) => this.country(id));
    return codes.find((code) => code !== null) ?? null;
  }

  /** The text of a place: `Perm, Russia`. */
  placeOf(locationId: string): string {
    const location = this.#locations.get(locationId);
    if (!location) return '';
    const parts = location.values('LocationPart/LocationPartValue/Value');
    const countries = location
      .all('LocationCountry')
      .map((one) => this.value('Country', one.attribute('CountryID')));
    return [...new Set([...parts, ...countries])].filter(Boolean).join(', ');
  }

  documentsOf(identityId: string): readonly XmlElement[] {
    return this.#documents.get(identityId) ?? [];
  }

  /** The profiles that the sanctions entries refer to. */
  listedProfiles(): Iterable<string> {
    return this.#entries.keys();
  }

  entriesOf(profileId: string): readonly XmlElement[] {
    return this.#entries.get(profileId) ?? [];
  }
}

function append(into: Map<string, XmlElement[]>, key: string, element: XmlElement): void {
  const list = into.get(key);
  if (list) list.push(element);
  else into.set(key, [element]);
}
