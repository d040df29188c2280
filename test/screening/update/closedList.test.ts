import { expect, test } from 'vitest';
import { officialLists } from '../../../src/screening/update/listAddress.ts';
import { closedList } from '../../../src/screening/update/updateLists.ts';

test('the closed list of the United Kingdom names its official successor', () => {
  const closed = new URL('https://ofsistorage.blob.core.windows.net/publishlive/2022format/ConList.csv');
  const successor = officialLists.find((address) => address.includes('sanctionslist.fcdo.gov.uk'));
  expect(closedList(closed)).toContain(successor);
});

test('no official list is closed', () => {
  expect(officialLists.map((address) => closedList(new URL(address))).filter(Boolean)).toEqual([]);
});
