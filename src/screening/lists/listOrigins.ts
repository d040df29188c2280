/** Publisher, address and licence of a list. */
export interface ListOrigin {
  publisher: string | null;
  sourceUrl: string | null;
  licence: string | null;
}

const UNKNOWN: ListOrigin = { publisher: null, sourceUrl: null, licence: null };

/** The origin of a list by its code; all `null` for an unknown list, such as the customer's own. */
export function listOrigin(code: string): ListOrigin {
  return origins.find(([pattern]) => pattern.test(code))?.[1] ?? UNKNOWN;
}

const US = 'Public domain (17 U.S.C. § 105)';

const origins: readonly (readonly [code: RegExp, origin: ListOrigin])[] = [
  [
    /^ofac_/,
    { publisher: 'US Treasury, OFAC', sourceUrl: 'https://sanctionslist.ofac.treas.gov/', licence: US },
  ],
  [
    /^us_csl$/,
    {
      publisher: 'US Department of Commerce, ITA',
      sourceUrl: 'https://www.trade.gov/consolidated-screening-list',
      licence: US,
    },
  ],
  [
    /^un_sc$/,
    {
      publisher: 'United Nations Security Council',
      sourceUrl: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
      licence: 'Terms of use of the United Nations',
    },
  ],
  [
    /^uk_sanctions$/,
    {
      publisher: 'UK Foreign, Commonwealth & Development Office',
      sourceUrl: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
      licence: 'Open Government Licence v3.0',
    },
  ],
  [
    /^eu_fsf$/,
    {
      publisher: 'European Commission, DG FISMA',
      sourceUrl:
        'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
      licence: 'Reuse with attribution (Commission Decision 2011/833/EU)',
    },
  ],
  [
    /^ch_seco$/,
    {
      publisher: 'Swiss State Secretariat for Economic Affairs (SECO)',
      sourceUrl: 'https://www.sesam.search.admin.ch/',
      licence: null,
    },
  ],
  [
    /^ca_sema$/,
    {
      publisher: 'Global Affairs Canada',
      sourceUrl:
        'https://www.international.gc.ca/world-monde/international_relations-relations_internationales/sanctions/consolidated-consolide.aspx',
      licence: null,
    },
  ],
  [
    /^au_dfat$/,
    {
      publisher: 'Australian Department of Foreign Affairs and Trade',
      sourceUrl: 'https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list',
      licence: null,
    },
  ],
  [
    /^opensanctions$/,
    {
      publisher: 'OpenSanctions',
      sourceUrl: 'https://www.opensanctions.org/',
      licence: 'CC BY-NC 4.0, or by contract',
    },
  ],
];
