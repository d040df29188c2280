import type { ListReader } from './reader.ts';
import { type UkRow, ukRows, ukTarget } from './ukSanctions.ts';
import { unknownElement, type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * UK Sanctions List (FCDO), XML. Its elements correspond to the columns of the CSV table.
 * Format: https://www.gov.uk/government/publications/the-uk-sanctions-list
 */
export const ukSanctionsXml: ListReader = {
  kind: 'UK Sanctions List XML',
  reads: (file) => /<(?:\w+:)?Designations\b/.test(file.head),
  codes: () => ['uk_sanctions'],
  async *read(file, context) {
    let count = 0;
    const [unknownTags, seen] = [new Set<string>(), new Set<string>()];
    for await (const element of xmlElements(file, outline)) {
      if (element.tag === 'DateGenerated') context.onPublished(ukRows.date(element.line()));
      if (element.tag !== 'Designation') continue;
      count += 1;
      const id = element.value('UniqueID');
      note(element, seen, (tag, part) => {
        if (part === 'other') unknownTags.add(tag);
        context.onUnknown(`the element <${tag}>`);
      });
      const unknown = unknownIn(element);
      const target = unknown || !id ? null : ukTarget(id, rowsOf(element), context.onUnknown);
      if (!target) context.onDamaged(count, unknown ? `the element <${unknown}> is unknown` : 'no UniqueID');
      else if ('wrong' in target) context.onDamaged(count, `target ${id}: ${target.wrong}`);
      else yield target;
    }
    const [unknown] = unknownTags;
    const missing = expected.find((tag) => !seen.has(tag));
    if (unknown && missing)
      throw new Error(`the element <${unknown}> is unknown, and <${missing}> is missing`);
  },
};

/** Elements that every whole file has. If one is missing while another is unknown, it was renamed. */
const expected = ['Name6', 'NameType', 'DOB', 'Nationality', 'RegimeName', 'IndividualEntityShip'];

/** Where an element stands: indicators of measures identify nobody. */
type Part = 'indicator' | 'other';

/** Collects the known elements of a designation, and reports the unknown ones. */
function note(
  element: XmlElement,
  seen: Set<string>,
  onUnknown: (tag: string, part: Part) => void,
  part: Part = 'other',
): void {
  for (const child of element.children) {
    if (knownElements.has(child.tag)) seen.add(child.tag);
    else onUnknown(child.tag, part);
    note(child, seen, onUnknown, child.tag === 'SanctionsImposedIndicators' ? 'indicator' : part);
  }
}

/** An unknown element among the names; `null` if there is none. */
function unknownIn(element: XmlElement): string | null {
  const names = [...element.all('Names'), ...element.all('NonLatinNames')];
  return names.map((one) => unknownElement(one, knownElements)).find(Boolean) ?? null;
}

const outline = {
  elementNames: new Set(['Designation', 'DateGenerated']),
  containerElements: new Set<string>(),
};

/** All known elements within a designation. */
const knownElements = new Set(
  (
    'LastUpdated DateDesignated UniqueID OFSIGroupID UNReferenceNumber Names Name Name1 Name2 Name3 Name4 Name5 Name6 NameType ' +
    'AliasStrength Title Titles NonLatinNames NonLatinName NameNonLatinScript NonLatinScriptType NonLatinScriptLanguage RegimeName ' +
    'IndividualEntityShip DesignationSource SanctionsImposed SanctionsImposedIndicators OtherInformation UKStatementofReasons ' +
    'Addresses Address AddressLine1 AddressLine2 AddressLine3 AddressLine4 AddressLine5 AddressLine6 AddressPostalCode ' +
    'AddressCountry PhoneNumbers PhoneNumber EmailAddresses EmailAddress Websites Website IndividualDetails Individual DOBs DOB ' +
    'Nationalities Nationality NationalIdentifierDetails NationalIdentifier NationalIdentifierNumber ' +
    'NationalIdentifierAdditionalInformation PassportDetails Passport PassportNumber PassportAdditionalInformation Positions ' +
    'Position Genders Gender BirthDetails Location TownOfBirth CountryOfBirth EntityDetails Entity TypeOfEntities TypeOfEntity ' +
    'Subsidiaries Subsidiary ParentCompanies ParentCompany BusinessRegistrationNumbers BusinessRegistrationNumber ShipDetails Ship ' +
    'IMONumbers IMONumber CurrentOwnerOperators CurrentOwnerOperator PreviousOwnerOperators PreviousOwnerOperator ' +
    'CurrentBelievedFlagOfShips CurrentBelievedFlagOfShip PreviousFlags PreviousFlag TypeOfShipDetails TypeOfShip ' +
    'TonnageOfShipDetails TonnageOfShip LengthOfShipDetails LengthOfShip YearBuilt YearsBuilt HullIdentificationNumbers ' +
    'HullIdentificationNumber AssetFreeze ArmsEmbargo TargetedArmsEmbargo CharteringOfShips ClosureOfRepresentativeOffices ' +
    'CrewServicingOfShipsAndAircraft Deflag PreventionOfBusinessArrangements ProhibitionOfPortEntry TravelBan ' +
    'TrustServicesSanctions TransportSanction DirectorDisqualificationSanction SpecifiedShip ' +
    'PreventionOfCharteringOfShipsAndAircraft InternetServicesSanction'
  ).split(' '),
);

/** The columns of the CSV table with the paths of their elements. Each value gets a row of its own. */
const columns: readonly (readonly [column: string, path: string])[] = [
  ['D.O.B', 'IndividualDetails/Individual/DOBs/DOB'],
  ['Nationality(/ies)', 'IndividualDetails/Individual/Nationalities/Nationality'],
  ['Position', 'IndividualDetails/Individual/Positions/Position'],
  ['Gender', 'IndividualDetails/Individual/Genders/Gender'],
  ['Town of birth', 'IndividualDetails/Individual/BirthDetails/Location/TownOfBirth'],
  ['Country of birth', 'IndividualDetails/Individual/BirthDetails/Location/CountryOfBirth'],
  ['Address Country', 'Addresses/Address/AddressCountry'],
  ['IMO number', 'ShipDetails/Ship/IMONumbers/IMONumber'],
  [
    'Business registration number (s)',
    'EntityDetails/Entity/BusinessRegistrationNumbers/BusinessRegistrationNumber',
  ],
];

function rowsOf(designation: XmlElement): UkRow[] {
  const common: UkRow = {
    'OFSI Group ID': designation.value('OFSIGroupID'),
    'Individual, Entity, Ship': designation.value('IndividualEntityShip'),
    'Regime Name': designation.value('RegimeName'),
    'Date Designated': designation.value('DateDesignated'),
  };
  const main: UkRow = {
    ...common,
    'Other Information': designation.value('OtherInformation'),
    'UK Statement of Reasons': designation.value('UKStatementofReasons'),
  };
  const names = designation.all('Names/Name').map((name) => ({
    ...common,
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((i) => [`Name ${i}`, name.value(`Name${i}`)])),
    'Name type': name.value('NameType'),
    'Alias strength': name.value('AliasStrength'),
  }));
  const scripts = designation.values('NonLatinNames/NonLatinName/NameNonLatinScript');
  const facts = columns.flatMap(([column, path]) =>
    designation.values(path).map((value) => ({ [column]: value })),
  );
  const documents = [
    ...designation.all('IndividualDetails/Individual/PassportDetails/Passport').map((one) => ({
      'Passport number': one.value('PassportNumber'),
      'Passport additional information': one.value('PassportAdditionalInformation'),
    })),
    ...designation
      .all('IndividualDetails/Individual/NationalIdentifierDetails/NationalIdentifier')
      .map((one) => ({
        'National Identifier number': one.value('NationalIdentifierNumber'),
        'National Identifier additional information': one.value('NationalIdentifierAdditionalInformation'),
      })),
  ];
  const written = scripts.map((text) => ({ 'Name non-latin script': text }));
  return [...names, main, ...[...written, ...facts, ...documents].map((row) => ({ ...common, ...row }))];
}
