import { expect, test } from 'vitest';
import { parseZone } from '../../src/document/index.ts';
import {
  differingReadings,
  machineReading,
  readTranscription,
} from '../../src/service/details/transcription.ts';
import { isSameDate, typedDate } from '../../src/service/details/typedDate.ts';

const today = '2026-11-28';

test.each([
  ['17.05.1990', '1990-05-17'],
  ['17 05 1990', '1990-05-17'],
  ['1990-05-17', '1990-05-17'],
  ['17051990', '1990-05-17'],
  ['19900517', '1990-05-17'],
  ['170590', '1990-05-17'],
  ['17 MAY 90', '1990-05-17'],
  ['17 MAI/MAY 1990', '1990-05-17'],
  ['May 17, 1990', '1990-05-17'],
  ['5/17/1990', '1990-05-17'],
  ['05/1990', '1990-05'],
  ['00.05.1990', '1990-05'],
  ['1990', '1990'],
  ['01.02.27', '1927-02-01'],
  ['31.02.1990', null],
  ['soon', null],
  ['90', null],
])('a birth typed as %s', (text, date) => {
  expect(typedDate(text, { order: 'day_first', isPast: true, today })).toBe(date);
});

test('a document of the United States has the month first, and an expiry may come', () => {
  const typed = {
    familyName: 'Doe',
    givenName: null,
    dateOfBirth: '02/01/90',
    number: 'd 123-456',
    expiresOn: '02/01/32',
    issuingState: 'usa',
  };
  expect(readTranscription(typed, today)).toEqual({
    fields: {
      ...typed,
      dateOfBirth: '1990-02-01',
      number: 'D123456',
      expiresOn: '2032-02-01',
      issuingState: 'US',
    },
  });
});

test('what either has not is no difference, nor is a transliteration or a date as far as it is known', () => {
  const none = {
    familyName: null,
    givenName: null,
    dateOfBirth: null,
    number: null,
    expiresOn: null,
    issuingState: null,
  };
  const one = { ...none, familyName: 'Müller', givenName: 'Anna', dateOfBirth: '1990' };
  expect(differingReadings(one, { ...none, familyName: 'MUELLER' })).toEqual([]);
  expect(differingReadings(one, { ...none, givenName: 'Eva', dateOfBirth: '1990-05-17' })).toEqual([
    'givenName',
  ]);
  expect(differingReadings(one, none)).toEqual([]);
  expect(isSameDate('1990-05', '1990-06-01')).toBe(false);
});

test('a name whose end the zone had no room for is no other name', () => {
  const typed = { dateOfBirth: null, number: null, expiresOn: null, issuingState: null };
  const read = { ...typed, familyName: 'PAPANDROPOULOS', givenName: 'JONATHON WARREN T' };
  const whole = { ...typed, familyName: 'Papandropoulos', givenName: 'Jonathon Warren Trevor' };
  const other = { ...whole, familyName: 'Papadakis' };
  for (const [machine, person] of [
    [{ ...read, isCut: true }, whole],
    [whole, { ...read, isCut: true }],
  ] as const)
    expect(differingReadings(machine, person)).toEqual([]);
  expect(differingReadings({ ...read, isCut: true }, other)).toEqual(['familyName']);
});

test('a hyphen or a space in a number is a filler in the zone, and no difference', () => {
  const zone = parseZone(
    ['P<DEUMUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<', 'AB<12<34<0POL5811111M3204016<<<<<<<<<<<<<<00'],
    today,
  );
  if (!zone.ok) throw new Error(zone.problems.join());
  const machine = machineReading({ ...zone, side: 'front' } as unknown as Parameters<
    typeof machineReading
  >[0]);
  const typed = { familyName: null, givenName: null, dateOfBirth: null, expiresOn: null, issuingState: null };
  const read = readTranscription({ ...typed, number: 'AB 12-34' }, today);
  expect('fields' in read && differingReadings(machine, read.fields)).toEqual([]);
});
