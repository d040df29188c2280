import { expect, test } from 'vitest';
import { possibleMatchThreshold, screen, testList } from '../../src/screening/screening.ts';

test('an invented person is found on the test list, optionally by topic', () => {
  const person = { givenName: 'Honoria', familyName: 'Ballotbury', dateOfBirth: '1969-06-30' };
  const [hit] = screen(testList(), { person });
  expect(hit).toMatchObject({ id: 'idvtest-7', lists: ['idv_test_pep'] });
  expect(hit?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(hit?.explain.dateOfBirth.result).toBe('same');
  expect(screen(testList(), { person }, { lists: ['sanctions'] })).toEqual([]);
  expect(screen(testList(), { person: { fullName: 'Perfectly Ordinary' } })).toEqual([]);
});
