import { countryCode } from './countryCode.ts';
import type { XmlElement } from './XmlElement.ts';

/** What the parties of OFAC's Advanced XML refer to by number, and what refers to them. */
export class OfacReferences {
  readonly #values = new Map<string, XmlElement>();
  readonly #locations = new Map<string, XmlElement>();
  readonly #documents = new Map<string, XmlElement[]>();
  readonly #entries = new Map<string, XmlElement[]>();

  add(element: XmlElement): void {
    if (element.tag === 'ReferenceValueSets') this.#addValues(element);
    else if (element.tag === 'Location') this.#locations.set(element.attribute('ID'), element);
    else if (element.tag === 'IDRegDocument') put(this.#documents, element.attribute('IdentityID'), element);
    else if (element.tag === 'SanctionsEntry') put(this.#entries, element.attribute('ProfileID'), element);
  }

  #addValues(sets: XmlElement): void {
    for (const set of sets.children)
      for (const value of [set, ...set.children])
        if (value.attribute('ID')) this.#values.set(`${value.tag} ${value.attribute('ID')}`, value);
  }

  /** The words of a value, such as `Birthdate` of the `FeatureType` 8. */
  value(kind: string, id: string): string {
    return this.#values.get(`${kind} ${id}`)?.line() ?? '';
  }

  /** The number of the value that another one belongs to: the `PartyTypeID` of a `PartySubType`. */
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

  /** A place in words: `Perm, Russia`. */
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

  entriesOf(profileId: string): readonly XmlElement[] {
    return this.#entries.get(profileId) ?? [];
  }
}

function put(into: Map<string, XmlElement[]>, key: string, element: XmlElement): void {
  const kept = into.get(key);
  if (kept) kept.push(element);
  else into.set(key, [element]);
}
