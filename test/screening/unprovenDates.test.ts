import { expect, test } from 'vitest';
import { type Hit, possibleMatchThreshold } from '../../src/screening/search/finding.ts';
import { screen } from '../../src/screening/search/screen.ts';
import type { Person } from '../../src/screening/search/subject.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = indexOf(
  listed('dated', ['Casimiro Testbarranca'], { birthDates: ['1957-03-21'] }),
  listed('undated', ['Leontina Vymyslova'], { birthDates: [] }),
);

test.each([
  ['many years off', '1999-06-30'],
  ['before anybody who lives was born', '1900-01-01'],
  ['the first day of a calendar', '1901-01-01'],
  ['the first day of a clock', '1970-01-01'],
  ['two digits of the year exchanged', '1975-03-21'],
])('a date that nobody proved clears no exact name: %s', (_, dateOfBirth) => {
  expect(found({ fullName: 'Casimiro Testbarranca', dateOfBirth }).score).toBeGreaterThanOrEqual(
    possibleMatchThreshold,
  );
});

test('a date that nobody proved clears no name with a letter missing', () => {
  const fullName = 'Casimiro Testbarrnca';
  expect(found({ fullName, dateOfBirth: '1999-06-30' }).score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  const person = { fullName, dateOfBirth: '1999-06-30', dateOfBirthProven: true };
  expect(screen(index, { person }, { minScore: possibleMatchThreshold })).toEqual([]);
});

test.each(['1900-01-01', '1901-01-01', '1970-01-01', '1900', '1911-11-11'])(
  '%s stands for an unknown date: it adds and takes nothing',
  (dateOfBirth) => {
    const fullName = 'Casimiro Testbarranca';
    const hit = found({ fullName, dateOfBirth });
    expect(hit.score).toBe(found({ fullName }).score);
    expect(hit.explain.dateOfBirth).toMatchObject({
      result: 'placeholder',
      text: `Not compared: ${dateOfBirth} is a placeholder for an unknown date; listed: 1957-03-21.`,
    });
    expect(hit.explain.weights.terms.map(({ kind }) => kind)).not.toContain('date_of_birth');
  },
);

test.each(['1975-03-21', '1957-03-12', '1957-02-31'])('two digits exchanged are close: %s', (date) => {
  expect(found({ fullName: 'Casimiro Testbarranca', dateOfBirth: date }).explain.dateOfBirth.result).toBe(
    'close',
  );
});

test('a date that the list does not state takes nothing', () => {
  const fullName = 'Leontina Vymyslov';
  expect(found({ fullName, dateOfBirth: '1988-05-04' }).score).toBe(found({ fullName }).score);
});

function found(asked: Person): Hit {
  const [hit] = screen(index, { person: asked });
  return hit!;
}
