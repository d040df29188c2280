import { type Entries, type Invented, inventedEntries } from './inventedEntries.ts';

/** A list in one of the supported formats, as its publisher would write it, with fictional entries. */
export interface InventedList {
  format: string;
  /** Its main file. */
  file: string;
  files: Record<string, string>;
}

const NAMES: Record<string, string> = {
  RS: 'Serbia',
  RU: 'Russia',
  YE: 'Yemen',
  CL: 'Chile',
  GB: 'United Kingdom',
};

const isPerson = ({ born }: Invented) => born !== '';
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const ascii = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const worded = (day: string) => `${day.slice(8)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
const slashed = (day: string) => (day ? day.split('-').reverse().join('/') : '');
const full = ({ given, family }: Invented) => [given, family].filter(Boolean).join(' ');
const lines = (rows: string[]) => `${rows.join('\n')}\n`;

function ofac({ all }: Entries): Record<string, string> {
  const row = (cells: (string | number)[]) => `${cells.join(',')}\r\n`;
  const emptyField = '-0- ';
  const sdn = all.map((one) => {
    const remarks = isPerson(one)
      ? `DOB ${worded(one.born)}; POB ${NAMES[one.country]}; nationality ${NAMES[one.country]}; Passport ${one.passport} (${NAMES[one.country]}).`
      : '';
    const name = isPerson(one) ? `${one.family}, ${one.given}` : one.family;
    return row([
      one.number,
      quoted(name),
      isPerson(one) ? '"individual"' : emptyField,
      '"INVENTED"',
      ...Array.from({ length: 7 }, () => emptyField),
      remarks ? quoted(remarks) : emptyField,
    ]);
  });
  const alt = all.map((one, i) => row([one.number, 9000 + i, '"aka"', quoted(ascii(one.alias)), emptyField]));
  const add = all.map((one, i) =>
    row([one.number, 7000 + i, emptyField, emptyField, quoted(NAMES[one.country]!), emptyField]),
  );
  const end = '\u001a';
  return { 'sdn.csv': sdn.join('') + end, 'alt.csv': alt.join('') + end, 'add.csv': add.join('') + end };
}

function ofacXml({ all }: Entries): string {
  const entries = all.map((one) => {
    const names = isPerson(one)
      ? `<firstName>${one.given}</firstName><lastName>${one.family}</lastName><sdnType>Individual</sdnType>`
      : `<lastName>${one.family}</lastName><sdnType>Entity</sdnType>`;
    const person = isPerson(one)
      ? `<idList><id><uid>1</uid><idType>Passport</idType><idNumber>${one.passport}</idNumber><idCountry>${NAMES[one.country]}</idCountry></id></idList>`
      : '';
    const born = isPerson(one)
      ? `<dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>${worded(one.born)}</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList><nationalityList><nationality><uid>1</uid><country>${NAMES[one.country]}</country><mainEntry>true</mainEntry></nationality></nationalityList>`
      : '';
    return `<sdnEntry><uid>${one.number}</uid>${names}<programList><program>INVENTED</program></programList>${person}<akaList><aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>${one.alias}</lastName></aka></akaList>${born}</sdnEntry>`;
  });
  return `<?xml version="1.0" standalone="yes"?>\n<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">\n<publshInformation><Publish_Date>05/03/2026</Publish_Date><Record_Count>${all.length}</Record_Count></publshInformation>\n${entries.join('\n')}\n</sdnList>\n`;
}

function ofacAdvanced({ all }: Entries): string {
  const parties = all.map((one) => {
    const part = (group: string, text: string) =>
      `<DocumentedNamePart><NamePartValue NamePartGroupID="${group}" ScriptID="215">${text}</NamePartValue></DocumentedNamePart>`;
    const name = isPerson(one) ? part('1', one.family) + part('2', one.given) : part('3', one.family);
    const [year, month, day] = one.born.split('-').map(Number);
    const point = `<Year>${year}</Year><Month>${month}</Month><Day>${day}</Day>`;
    const born = isPerson(one)
      ? `<Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="1"><DatePeriod><Start><From>${point}</From></Start><End><To>${point}</To></End></DatePeriod></FeatureVersion></Feature>`
      : '';
    return `<DistinctParty FixedRef="${one.number}"><Profile ID="${one.number}" PartySubTypeID="${isPerson(one) ? 4 : 3}"><Identity ID="${one.number}" Primary="true"><Alias AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="1">${name}</DocumentedName></Alias><Alias AliasTypeID="1400" Primary="false" LowQuality="false"><DocumentedName ID="2">${part('9', one.alias)}</DocumentedName></Alias><NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup><MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups></Identity>${born}</Profile></DistinctParty>`;
  });
  const entries = all.map(
    (one) =>
      `<SanctionsEntry ID="${one.number}" ProfileID="${one.number}" ListID="1550"><SanctionsMeasure ID="1" SanctionsTypeID="1"><Comment>INVENTED</Comment></SanctionsMeasure></SanctionsEntry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">\n<DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>5</Month><Day>3</Day></DateOfIssue>\n<ReferenceValueSets><FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType></FeatureTypeValues><ListValues><List ID="1550">SDN List</List></ListValues><NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType></NamePartTypeValues><PartySubTypeValues><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues><PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType></PartyTypeValues><SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType></SanctionsTypeValues></ReferenceValueSets>\n<DistinctParties>\n${parties.join('\n')}\n</DistinctParties>\n<SanctionsEntries>\n${entries.join('\n')}\n</SanctionsEntries>\n</Sanctions>\n`;
}

function un({ people, organisations }: Entries): string {
  const entry = (one: Invented) => {
    const kind = isPerson(one) ? 'INDIVIDUAL' : 'ENTITY';
    const names = isPerson(one)
      ? `<FIRST_NAME>${one.given}</FIRST_NAME><SECOND_NAME>${one.family}</SECOND_NAME>`
      : `<FIRST_NAME>${one.family}</FIRST_NAME>`;
    const born = isPerson(one)
      ? `<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${one.born}</DATE></INDIVIDUAL_DATE_OF_BIRTH><NATIONALITY><VALUE>${NAMES[one.country]}</VALUE></NATIONALITY>`
      : '';
    return `<${kind}><DATAID>${one.number}</DATAID>${names}<UN_LIST_TYPE>Invention</UN_LIST_TYPE><REFERENCE_NUMBER>IN${isPerson(one) ? 'i' : 'e'}.${one.number}</REFERENCE_NUMBER><${kind}_ALIAS><QUALITY>${isPerson(one) ? 'Good' : 'a.k.a.'}</QUALITY><ALIAS_NAME>${one.alias}</ALIAS_NAME></${kind}_ALIAS>${born}</${kind}>`;
  };
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z">\n<INDIVIDUALS>\n${people.map(entry).join('\n')}\n</INDIVIDUALS>\n<ENTITIES>\n${organisations.map(entry).join('\n')}\n</ENTITIES>\n</CONSOLIDATED_LIST>\n`;
}

/** Rows of a table of the United Kingdom, by its columns: the primary name, and an alias. */
function ukTable(
  { all }: Entries,
  columns: string[],
  delimiter: string,
  rowOf: (one: Invented, isPrimary: boolean) => Record<string, string>,
): string[] {
  const cells = (row: Record<string, string>) =>
    columns
      .map((column) => (/[",]/.test(row[column] ?? '') ? quoted(row[column]!) : (row[column] ?? '')))
      .join(delimiter);
  return [
    columns.join(delimiter),
    ...all.flatMap((one) => [cells(rowOf(one, true)), cells(rowOf(one, false))]),
  ];
}

function ukName(one: Invented, isPrimary: boolean): Record<string, string> {
  return isPrimary ? { 'Name 6': one.family, 'Name 1': one.given } : { 'Name 6': one.alias };
}

function ukOld(entries: Entries, columns: string, primary: string): string {
  const names = columns.split(',');
  const rows = ukTable(entries, names, ',', (one, isPrimary) => ({
    ...ukName(one, isPrimary),
    DOB: slashed(one.born),
    Nationality: isPerson(one) ? NAMES[one.country]! : '',
    'Group Type': isPerson(one) ? 'Individual' : 'Entity',
    'Alias Type': isPrimary ? primary : 'AKA',
    Regime: 'Invention',
    'Listed On': '01/04/2016',
    'Group ID': String(one.number),
  }));
  return lines([`Last Updated,13/04/2018${','.repeat(names.length - 2)}`, ...rows]);
}

const UK_2018 =
  'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,DOB,Town of Birth,Country of Birth,Nationality,Passport Details,NI Number,Position,Address 1,Address 2,Address 3,Address 4,Address 5,Address 6,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Regime,Listed On,Last Updated,Group ID';
const UK_2022 =
  'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,Non-Latin Script Type,Non-Latin Script Language,DOB,Town of Birth,Country of Birth,Nationality,Passport Number,Passport Details,National Identification Number,National Identification Details,Position,Address 1,Address 2,Address 3,Address 4,Address 5,Address 6,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,UK Sanctions List Date Designated,Last Updated,Group ID';
const UK_2026 =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6,Address Postal Code,Address Country,Phone number,Website,Email address,Date Designated,D.O.B,Nationality(/ies),National Identifier number,National Identifier additional information,Passport number,Passport additional information,Position,Gender,Town of birth,Country of birth,Type of entity,Subsidiaries,Parent company,Business registration number (s),IMO number,Current owner/operator (s),Previous owner/operator (s),Current believed flag of ship,Previous flags,Type of ship,Tonnage of ship,Length of ship,Year built,Hull identification number (HIN)';

function uk2026(entries: Entries): string {
  const rows = ukTable(entries, UK_2026.split(','), ',', (one, isPrimary) => ({
    ...ukName(one, isPrimary),
    'Unique ID': `INV${one.number}`,
    'OFSI Group ID': String(one.number),
    'Name type': isPrimary ? 'Primary Name' : 'Alias',
    'Regime Name': 'Invention',
    'Designation Type': isPerson(one) ? 'Individual' : 'Entity',
    'D.O.B': slashed(one.born),
    'Nationality(/ies)': isPerson(one) ? NAMES[one.country]! : '',
    'Date Designated': '24/02/2022',
  }));
  return lines(['Report Date: 08-Oct-2026', ...rows]);
}

function ukXml({ all }: Entries): string {
  const entries = all.map((one) => {
    const details = isPerson(one)
      ? `<IndividualDetails><Individual><DOBs><DOB>${slashed(one.born)}</DOB></DOBs><Nationalities><Nationality>${NAMES[one.country]}</Nationality></Nationalities></Individual></IndividualDetails>`
      : '';
    return `<Designation><DateDesignated>24/02/2022</DateDesignated><UniqueID>INV${one.number}</UniqueID><OFSIGroupID>${one.number}</OFSIGroupID><Names><Name><Name1>${one.given}</Name1><Name6>${one.family}</Name6><NameType>Primary Name</NameType></Name><Name><Name6>${one.alias}</Name6><NameType>Alias</NameType></Name></Names><RegimeName>Invention</RegimeName><IndividualEntityShip>${isPerson(one) ? 'Individual' : 'Entity'}</IndividualEntityShip>${details}</Designation>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n<Designations>\n<DateGenerated>08/10/2026</DateGenerated>\n${entries.join('\n')}\n</Designations>\n`;
}

const EU =
  'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_UnitedNationId;Entity_DesignationDate;Entity_DesignationDetails;Entity_Remark;Entity_SubjectType;Entity_SubjectType_ClassificationCode;Entity_Regulation_Type;Entity_Regulation_OrganisationType;Entity_Regulation_PublicationDate;Entity_Regulation_EntryIntoForceDate;Entity_Regulation_NumberTitle;Entity_Regulation_Programme;Entity_Regulation_PublicationUrl;NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_NameLanguage;NameAlias_Gender;NameAlias_Title;NameAlias_Function;NameAlias_LogicalId;BirthDate_BirthDate;BirthDate_Day;BirthDate_Month;BirthDate_Year;BirthDate_YearRangeFrom;BirthDate_YearRangeTo;BirthDate_Circa;BirthDate_CountryIso2Code;Identification_Number;Identification_TypeDescription;Identification_CountryIso2Code;Citizenship_CountryIso2Code;Citizenship_CountryDescription;Citizenship_LogicalId';

function euCsv({ all }: Entries): string {
  const columns = EU.split(';');
  const row = (one: Invented, more: Record<string, string>) => {
    const cells: Record<string, string> = {
      fileGenerationDate: '20/02/2026',
      Entity_LogicalId: String(one.number),
      Entity_SubjectType: isPerson(one) ? 'P' : 'E',
      Entity_SubjectType_ClassificationCode: isPerson(one) ? 'person' : 'enterprise',
      ...more,
    };
    return columns.map((column) => cells[column] ?? '').join(';');
  };
  const rows = all.flatMap((one) => [
    row(one, { NameAlias_WholeName: full(one), NameAlias_LogicalId: '1' }),
    row(one, { NameAlias_WholeName: one.alias, NameAlias_LogicalId: '2' }),
    ...(isPerson(one)
      ? [
          row(one, { BirthDate_BirthDate: one.born, BirthDate_Year: one.born.slice(0, 4) }),
          row(one, { Citizenship_CountryIso2Code: one.country, Citizenship_LogicalId: '1' }),
        ]
      : []),
  ]);
  return `\uFEFF${lines([EU, ...rows])}`;
}

function euXml({ all }: Entries): string {
  const entries = all.map((one) => {
    const person = isPerson(one)
      ? `<birthdate circa="false" calendarType="GREGORIAN" birthdate="${one.born}" logicalId="1"/><citizenship region="" countryIso2Code="${one.country}" countryDescription="" logicalId="1"/><identification number="${one.passport}" identificationTypeCode="passport" countryIso2Code="${one.country}" logicalId="1"/>`
      : '';
    return `<sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.${one.number}.1" logicalId="${one.number}"><regulation regulationType="regulation" publicationDate="2022-02-25" programme="INV" logicalId="1"><publicationUrl>https://example.org</publicationUrl></regulation><subjectType code="${isPerson(one) ? 'person' : 'enterprise'}" classificationCode="${isPerson(one) ? 'P' : 'E'}"/><nameAlias firstName="${one.given}" lastName="${one.family}" wholeName="${full(one)}" strong="true" logicalId="1"/><nameAlias wholeName="${one.alias}" strong="true" logicalId="2"/>${person}</sanctionEntity>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-02-20T16:47:04.449+02:00" globalFileId="1">\n${entries.join('\n')}\n</export>\n`;
}

function swissXml({ all }: Entries): string {
  const part = (order: number, type: string, text: string) =>
    `<name-part order="${order}" name-part-type="${type}"><value>${text}</value></name-part>`;
  const entries = all.map((one) => {
    const tag = isPerson(one) ? 'individual' : 'entity';
    const name = isPerson(one)
      ? part(1, 'family-name', one.family) + part(2, 'given-name', one.given)
      : part(1, 'whole-name', one.family);
    const [year, month, day] = one.born.split('-').map(Number);
    const facts = isPerson(one)
      ? `<nationality ssid="4"><country iso-code="${one.country}">${NAMES[one.country]}</country></nationality><day-month-year ssid="5" day="${day}" month="${month}" year="${year}" calendar="Gregorian"/><identification-document ssid="6" document-type="passport"><number>${one.passport}</number><issuer code="${one.country}">${NAMES[one.country]}</issuer></identification-document>`
      : '';
    return `<target ssid="${one.number}"><sanctions-set-id>8</sanctions-set-id><${tag}><identity ssid="1" main="true"><name ssid="2" name-type="primary-name" quality="good" lang="eng">${name}</name><name ssid="3" name-type="alias" quality="good" lang="eng">${part(1, 'whole-name', one.alias)}</name>${facts}</identity></${tag}><modification modification-type="listed" enactment-date="2022-02-28" publication-date="2022-02-28" effective-date="2022-02-28"/></target>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<swiss-sanctions-list list-type="whole-list" date="2026-09-28">\n<sanctions-program ssid="7" version-date="2026-05-21"><program-key lang="eng">Invention</program-key><sanctions-set ssid="8" lang="eng">Annex 1</sanctions-set></sanctions-program>\n${entries.join('\n')}\n<place ssid="9"><location>Novi Sad</location><country iso-code="RS">Serbia</country></place>\n</swiss-sanctions-list>\n`;
}

function canadianXml({ all }: Entries): string {
  const entries = all.map((one) => {
    const name = isPerson(one)
      ? `<LastName-NomDeFamille>${one.family}</LastName-NomDeFamille><GivenName-Prenom>${one.given}</GivenName-Prenom><DateOfBirthOrShipBuildDate-DateDeNaissanceOuDateDeConstructionDuNavire>${one.born}</DateOfBirthOrShipBuildDate-DateDeNaissanceOuDateDeConstructionDuNavire>`
      : `<EntityOrShip-EntiteOuNavire>${one.family}</EntityOrShip-EntiteOuNavire>`;
    return `<record><Country-Pays>Invention / Invention</Country-Pays>${name}<Aliases-Alias>${one.alias}</Aliases-Alias><Schedule-Annexe>1, Part 1</Schedule-Annexe><Item-NumeroDarticle>${one.number}</Item-NumeroDarticle><DateOfListing-DateDinscription>2022-03-15</DateOfListing-DateDinscription></record>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<data-set xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n${entries.join('\n')}\n</data-set>\n`;
}

function targets({ all }: Entries): string {
  const header =
    'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change';
  const rows = all.map((one) =>
    [
      `NK-${one.number}`,
      isPerson(one) ? 'Person' : 'Company',
      full(one),
      one.alias,
      one.born,
      one.country.toLowerCase(),
      '',
      one.passport,
      'Invented Sanctions',
      '',
      '',
      '',
      'Invented Sanctions',
      '2023-01-01',
      '2026-01-01',
      '2023-01-01',
    ]
      .map(quoted)
      .join(','),
  );
  return lines([header, ...rows]);
}

function ftm({ all }: Entries): string {
  const rows = all.map((one) =>
    JSON.stringify({
      id: `NK-${one.number}`,
      caption: full(one),
      schema: isPerson(one) ? 'Person' : 'Company',
      properties: {
        name: [full(one)],
        alias: [one.alias],
        topics: ['sanction'],
        country: [one.country.toLowerCase()],
        ...(isPerson(one) ? { birthDate: [one.born], passportNumber: [one.passport] } : {}),
      },
      datasets: ['invented_sanctions'],
      target: true,
      last_seen: '2026-01-01T00:00:00',
    }),
  );
  return lines(rows);
}

const CSL =
  '_id,source,entity_number,type,programs,name,title,addresses,federal_register_notice,start_date,end_date,standard_order,license_requirement,license_policy,call_sign,vessel_type,gross_tonnage,gross_registered_tonnage,vessel_flag,vessel_owner,remarks,source_list_url,alt_names,citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url,ids';
const CSL_SOURCE = 'Foreign Sanctions Evaders (FSE) - Treasury Department';

function cslCsv({ all }: Entries): string {
  const rows = all.map((one) => {
    const cells: Record<string, string> = {
      _id: String(one.number),
      source: CSL_SOURCE,
      entity_number: String(one.number),
      type: isPerson(one) ? 'Individual' : 'Entity',
      programs: 'INVENTED',
      name: full(one),
      alt_names: one.alias,
      dates_of_birth: one.born,
      nationalities: isPerson(one) ? one.country : '',
      ids: one.passport ? `Passport, ${one.passport}, ${one.country}` : '',
    };
    return CSL.split(',')
      .map((column) => quoted(cells[column] ?? ''))
      .join(',');
  });
  return lines([CSL, ...rows]);
}

function cslJson({ all }: Entries): string {
  const results = all.map((one) => ({
    id: String(one.number),
    source: CSL_SOURCE,
    entity_number: String(one.number),
    type: isPerson(one) ? 'Individual' : 'Entity',
    programs: ['INVENTED'],
    name: full(one),
    alt_names: [one.alias],
    addresses: [],
    citizenships: [],
    dates_of_birth: one.born ? [one.born] : [],
    nationalities: isPerson(one) ? [one.country] : [],
    places_of_birth: [],
    ids: one.passport ? [{ type: 'Passport', number: one.passport, country: one.country }] : [],
  }));
  return `${JSON.stringify({ total: results.length, results }, null, 1)}\n`;
}

function ownList({ all }: Entries, count: number): string {
  const rows = all
    .slice(0, count)
    .map((one) =>
      [
        String(one.number),
        full(one),
        isPerson(one) ? 'person' : 'organisation',
        one.alias,
        one.born,
        one.country,
        'fraud',
      ]
        .map(quoted)
        .join(','),
    );
  return lines(['id,name,kind,aliases,dateOfBirth,countries,reason', ...rows]);
}

/**
 * One list of each format.
 * @param people how many people there are on it, at most 999
 */
export function inventedLists(people = 45): InventedList[] {
  const entries = inventedEntries(people);
  const one = (format: string, file: string, text: string) => ({ format, file, files: { [file]: text } });
  return [
    { format: 'OFAC CSV', file: 'sdn.csv', files: ofac(entries) },
    one('OFAC XML', 'sdn.xml', ofacXml(entries)),
    one('OFAC Advanced XML', 'SDN_ADVANCED.XML', ofacAdvanced(entries)),
    one('UN XML', 'consolidated.xml', un(entries)),
    one('UK CSV of 2018', 'sanctionsconlist.csv', ukOld(entries, UK_2018, 'Prime Alias')),
    one('UK CSV of 2022', 'ConList.csv', ukOld(entries, UK_2022, 'Primary name')),
    one('UK CSV of 2026', 'UK-Sanctions-List.csv', uk2026(entries)),
    one('UK XML', 'UK-Sanctions-List.xml', ukXml(entries)),
    one('EU CSV', 'eu.csv', euCsv(entries)),
    one('EU XML', 'eu.xml', euXml(entries)),
    one('Swiss XML', 'seco.xml', swissXml(entries)),
    one('Canadian XML', 'sema-lmes.xml', canadianXml(entries)),
    one('OpenSanctions CSV', 'targets.simple.csv', targets(entries)),
    one('FollowTheMoney', 'entities.ftm.json', ftm(entries)),
    one('US CSL CSV', 'consolidated.csv', cslCsv(entries)),
    one('US CSL JSON', 'consolidated.json', cslJson(entries)),
    one('own CSV', 'blocklist.csv', ownList(entries, entries.all.length)),
    one('own CSV of five', 'blocklist.csv', ownList(entries, 5)),
  ];
}
