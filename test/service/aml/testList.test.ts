import { expect, test } from 'vitest';
import { forcedHits, possibleMatchThreshold, screen, testList } from '../../../src/service/aml/index.ts';

const names = ['IDVTEST_AML_POSSIBLE', 'IDVTEST_AML_SANCTION', 'IDVTEST_AML_PEP'];

test.each(names)('%s forces one hit that alerts', (name) => {
  const forced = forcedHits(name);
  expect(forced?.hits).toHaveLength(1);
  expect(forced?.hits[0]?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(forced?.dataset.version).toContain('fictional');
});

test('the forced hits are of the kind their name says', () => {
  expect(forcedHits('IDVTEST_AML_PEP')?.hits[0]?.topics).toEqual(['pep']);
  expect(forcedHits('IDVTEST_AML_SANCTION')?.hits[0]?.topics).toEqual(['sanctions']);
});

test('any other name forces nothing', () => {
  expect(forcedHits('IDVTEST_APPROVE')).toBeNull();
  expect(forcedHits('Quillfeather')).toBeNull();
});

test('an invented person is found on the test list, by topic if asked', () => {
  const person = { givenName: 'Honoria', familyName: 'Ballotbury', dateOfBirth: '1969-06-30' };
  const [hit] = screen(testList(), person);
  expect(hit).toMatchObject({ id: 'idvtest-7', lists: ['idv_test_pep'] });
  expect(hit?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(hit?.explain.dateOfBirth.result).toBe('same');
  expect(screen(testList(), person, { lists: ['sanctions'] })).toEqual([]);
  expect(screen(testList(), { fullName: 'Perfectly Ordinary' })).toEqual([]);
});
