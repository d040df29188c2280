/** Where the authorities publish their lists: US OFAC, UN, UK, EU. */
export const officialLists: readonly string[] = [
  ...['SDN', 'ALT', 'ADD', 'SDN_COMMENTS', 'CONS_PRIM', 'CONS_ALT', 'CONS_ADD'].map(
    (file) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}.CSV`,
  ),
  'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  'https://ofsistorage.blob.core.windows.net/publishlive/2022format/ConList.csv',
  'https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
];
