/** Addresses that may still answer, of lists that nobody keeps any more: what comes from there is out of date for good. */
const closed: { address: RegExp; reason: string }[] = [
  {
    address: /^https:\/\/ofsistorage\.blob\.core\.windows\.net\/publishlive\/.*ConList/i,
    reason:
      'the OFSI consolidated list was closed on 28 January 2026; its successor is https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  },
];

/** Why a list from an address is out of date for good; `null` if it isn't. */
export function closedList(address: URL): string | null {
  return closed.find((list) => list.address.test(address.href))?.reason ?? null;
}
