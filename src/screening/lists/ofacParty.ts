import { countryCode } from './countryCode.ts';
import type { Identifier } from './identifier.ts';
import { identifierType } from './identifierType.ts';
import { known } from './known.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import { mergedIdentifiers } from './mergedIdentifiers.ts';
import { mergedNames } from './mergedNames.ts';
import type { OfacReferences } from './OfacReferences.ts';
import { type OfacFeature, ofacFeatures } from './ofacFeatures.ts';
import { ofacPeriod } from './ofacPeriod.ts';
import { withoutBlanks } from './withoutBlanks.ts';
import type { XmlElement } from './XmlElement.ts';

/** A party of OFAC's Advanced XML; null if it has no number or no name. */
export function ofacParty(party: XmlElement, references: OfacReferences): Listed | 'left out' | null {
  const id = party.attribute('FixedRef');
  const [profile] = party.all('Profile');
  const identities = profile?.all('Identity') ?? [];
  const names = mergedNames(
    identities.flatMap((identity) => namesOf(identity, references)).sort(primaryFirst),
  );
  if (!/^\d+$/.test(id) || !profile || names.length === 0) return null;
  const kind = kindOf(profile, references);
  if (kind === null) return 'left out';
  const features = ofacFeatures(party, references);
  const entries = references.entriesOf(profile.attribute('ID'));
  const nationalities = known([
    ...countries(features, /^Nationality/),
    ...countries(features, /^Citizenship/),
  ]);
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
    identifiers: mergedIdentifiers(identities.flatMap((identity) => identifiersOf(identity, references))),
    programmes: known(entries.flatMap((entry) => programmesOf(entry, references))),
    listedOn: known(entries.flatMap((entry) => entry.all('EntryEvent/Date').map(ofacPeriod.date))).sort()[0],
    position: texts(features, /^Title/).join('; '),
    remarks: [...party.values('Comment'), ...entries.flatMap((entry) => entry.values('Comment'))].join(' '),
    sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`,
  });
}

function primaryFirst(a: ListedName, b: ListedName): number {
  return Number(b.quality === 'primary') - Number(a.quality === 'primary');
}

/** Names in the order of their parts; those of scripts beside the Latin one are names of their own. */
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

/** `PETRENKOV, Sergei`, as the tables have it, where a part is known to be the family name. */
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

/** Null for vessels and aircraft, which are transport. */
function kindOf(profile: XmlElement, references: OfacReferences): Listed['kind'] | null {
  const subType = profile.attribute('PartySubTypeID');
  const type = references.value('PartyType', references.attributeOf('PartySubType', subType, 'PartyTypeID'));
  if (/transport/i.test(type) || /vessel|aircraft/i.test(references.value('PartySubType', subType)))
    return null;
  if (type) return /individual/i.test(type) ? 'person' : 'organisation';
  return subType === '4' ? 'person' : 'organisation';
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

/** The programme is the comment of a measure of the type `Program`. */
function programmesOf(entry: XmlElement, references: OfacReferences): string[] {
  const measures = entry.all('SanctionsMeasure');
  const isProgramme = (id: string) => /program/i.test(references.value('SanctionsType', id)) || id === '1';
  return measures
    .filter((one) => isProgramme(one.attribute('SanctionsTypeID')))
    .flatMap((one) => one.values('Comment'));
}
