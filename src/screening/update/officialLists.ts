/** Where the authorities publish their lists: US OFAC, UN, UK, EU. */
export const officialLists: readonly string[] = [
  ...['SDN', 'ALT', 'ADD', 'SDN_COMMENTS', 'CONS_PRIM', 'CONS_ALT', 'CONS_ADD'].map(
    (file) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}.CSV`,
  ),
  'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  'https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
];
