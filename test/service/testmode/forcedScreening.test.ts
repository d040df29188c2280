import { expect, test } from 'vitest';
import { type Dataset, possibleMatchThreshold, testList } from '../../../src/screening/screening.ts';
import { screenPerson } from '../../../src/service/screenings/findHits.ts';

const lists = {
  index: () => testList(),
  stamp: ({ version, publishedAt }: Dataset) => ({
    version,
    publishedAt,
    newerVersion: null,
    lacking: [],
    namedWithoutVowels: 0,
    lists: [],
  }),
  lacking: () => [],
  problems: () => [],
  compared: () => ({ inUse: '', onDisk: null }),
  isLoading: () => false,
  loaded: async () => {},
  inUse: () => null,
  checkedAt: () => null,
  isAway: () => false,
  poll: async () => {},
};
const screened = (familyName: string, mode: 'test' | 'live' = 'test') =>
  screenPerson({ lists }, mode, { person: { familyName } });

test.each([
  ['IDVTEST_AML_POSSIBLE', 'sanctions'],
  ['IDVTEST_AML_SANCTION', 'sanctions'],
  ['IDVTEST_AML_PEP', 'pep'],
])('%s forces one alert of its kind', (name, list) => {
  const { hits, dataset } = screened(name);
  expect(hits).toHaveLength(1);
  expect(hits[0]!.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(hits[0]!.lists).toEqual([`idv_test_${list}`]);
  expect(dataset?.version).toContain('fictional');
});

test('IDVTEST_AML_DOWN makes screening unavailable', () => {
  expect(screened('IDVTEST_AML_DOWN')).toMatchObject({ status: 'unavailable', dataset: null, hits: [] });
});

test('any other name forces nothing, nor does any name in live mode', () => {
  expect(screened('IDVTEST_APPROVE').hits).toEqual([]);
  expect(screened('IDVTEST_AML_SANCTION', 'live').hits).toEqual([]);
});
