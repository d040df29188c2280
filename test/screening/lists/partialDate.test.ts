import { expect, test } from 'vitest';
import { partialDate } from '../../../src/screening/lists/cellValues.ts';

test.each([
  ['27 Feb 1968', '1968-02-27'],
  ['1 Jan. 1953', '1953-01-01'],
  ['01 Jan.1967', '1967-01-01'],
  ['Nov. 1973', '1973-11'],
  ['July 1961', '1961-07'],
  ['1968', '1968'],
  ['circa 1968', '1968~'],
  ['c. 1968', '1968~'],
  ['Approximately 1955 to 1958', '1955/1958~'],
  ['1960-1965', '1960/1965'],
  ['Between Aug. and Sep. 1977', '1977-08/1977-09'],
  ['01 Jan 1960 to 31 Dec 1962', '1960-01-01/1962-12-31'],
  ['1950s', '1950/1959'],
  ['07/10/1952', '1952-10-07'],
  ['00/00/1970', '1970'],
  ['dd/mm/1945', '1945'],
  ['dd/05/1945', '1945-05'],
  ['1968-02-27T00:00:00', '1968-02-27'],
  ['31/02/1968', '1968-02'],
  ['24/06/1402 (Hijri Calendar)', null],
  ['30-35 years old', null],
  ['1965 to 1960', null],
  ['', null],
  ['unknown', null],
])('%j is read as %j', (text, date) => {
  expect(partialDate(text)).toBe(date);
});
