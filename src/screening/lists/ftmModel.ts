// The names of FollowTheMoney (https://followthemoney.tech/explorer/) that lists of people use. An unknown name was
// renamed or is new; its content would be lost.

/** Whether a schema is known. */
export function isSchema(name: string): boolean {
  return schemata.has(name);
}

/** Whether a property of people, organisations and their related entities is known. */
export function isProperty(name: string): boolean {
  return properties.has(name);
}

/** Properties that only people have. An organisation with one of them is a misclassified person. */
export const ofPersons = [
  ...[
    'birthDate',
    'birthPlace',
    'birthCountry',
    'deathDate',
    'gender',
    'nationality',
    'citizenship',
    'firstName',
  ],
  ...[
    'lastName',
    'middleName',
    'secondName',
    'fatherName',
    'motherName',
    'passportNumber',
    'ethnicity',
    'spokenLanguage',
  ],
];

const schemata = new Set(
  (
    'Address Airplane Analyzable Annotation Article Assessment Asset Associate Audio BankAccount Call CallForTenders Company ' +
    'Contract ContractAward Control CourtCase CourtCaseParty CryptoWallet Debt Directorship Document Documentation EconomicActivity ' +
    'Email Employment Event Family Folder HyperText Identification Image Interest Interval LegalEntity License Membership ' +
    'Mention Message Note Occupancy Organization Ownership Package Page Pages Passport Payment Person PlainText Position ' +
    'Post Project ProjectParticipant PublicBody RealEstate Representation Risk Sanction Security Similar Succession Table ' +
    'TaxRoll Territory Thing Trip UnknownLink UserAccount Value Vehicle Vessel Video Workbook'
  ).split(' '),
);

const properties = new Set(
  [
    // Thing
    'name summary description country alias previousName weakAlias sourceUrl publisher publisherUrl wikipediaUrl wikidataId',
    'keywords topics address addressEntity program programId notes createdAt modifiedAt retrievedAt proof indexText',
    'abbreviation namesMentioned alephUrl recordId',
    // LegalEntity, Company, Organization, PublicBody
    'email phone website legalForm incorporationDate dissolutionDate status sector classification registrationNumber idNumber',
    'taxNumber licenseNumber taxStatus jurisdiction mainCountry opencorporatesUrl bvdId icijId okpoCode innCode ogrnCode',
    'leiCode dunsCode uniqueEntityId npiCode swiftBic parent vatCode capital voenCode caemCode coatoCode irsCode ipoCode',
    'cikCode jibCode mbsCode ibcRuc amount registrationDate okvedCode kppCode okopfCode fnsCode fssCode bikCode pfrNumber',
    'oksmCode isinCode permId imoNumber mmsi giiNumber ricCode ticker cageCode uscCode ninCode gemiNumber kvkNumber',
    'legalEntityOwner investments currency tickerSymbol',
    // Person
    'title firstName secondName middleName fatherName motherName lastName nameSuffix birthDate birthPlace birthCountry deathDate',
    'position nationality citizenship passportNumber passport socialSecurityNumber gender ethnicity height weight eyeColor',
    'hairColor appearance religion political profession education spokenLanguage militaryRank',
    // Properties of nested lines, and of Sanction
    'sanctions sanctionEntity directorshipDirector directorshipOrganization ownershipOwner ownershipAsset familyPerson',
    'familyRelative associates associations unknownLinkFrom unknownLinkTo membershipMember membershipOrganization',
    'controlController controlControlled positionOccupancies identificiation employers employees occupancies holder passports identifications associations',
    'agencyClient agentRepresentation cryptoWallets bankAccounts courtCase paymentPayer paymentBeneficiary subsidiaries',
    'entity authority authorityId unscId programUrl provisions reason listingDate startDate endDate date duration',
    'type number holderEntity authorityUrl country',
  ]
    .join(' ')
    .split(' '),
);
