import { expect, test } from 'vitest';
import type { Prefill } from '../../src/contract/personalDetails.ts';
import {
  type ComparedZone,
  differingFields,
  differingFromGiven,
} from '../../src/service/details/compareDocument.ts';

const BIRTH = '1990-05-17';

type Names = [family: string, given: string | null];

function differing([familyName, givenName]: Names, typed: Prefill, { isCut = false } = {}) {
  const zone: ComparedZone = {
    familyName,
    givenName,
    truncated: isCut ? 'possible' : 'no',
    dateOfBirth: { raw: '900517', iso: BIRTH },
    nationality: 'ROU',
  };
  return differingFields(zone, { dateOfBirth: BIRTH, ...typed });
}

const name = (familyName: string, givenName?: string, middleName?: string): Prefill => ({
  familyName,
  ...(givenName && { givenName }),
  ...(middleName && { middleName }),
});

test.each<[title: string, names: Names, typed: Prefill]>([
  ['the same', ['DRAGAVEI', 'MIRELA'], name('Dragavei', 'Mirela')],
  ['the first of two given names', ['ERIKSSON', 'ANNA MARIA'], name('Eriksson', 'Anna')],
  ['given names in two fields', ['ERIKSSON', 'ANNA MARIA'], name('Eriksson', 'Anna', 'Maria')],
  ['the other part first', ['NGUYEN', 'VAN AN'], name('Van An', 'Nguyen')],
  ['a hyphen for a space', ['SMITH JONES', 'ANN'], name('Smith-Jones', 'Ann')],
  ['spaces more', ['VANDERMEER', 'JAN'], name('van der Meer', 'Jan')],
  ['family names in the other order', ['GARCIA LOPEZ', 'ANA'], name('López García', 'Ana')],
  ['letters of a transliteration', ['MUELLER', 'JOERG'], name('Müller', 'Jörg')],
  ['a single name', ['SUHARTO', null], name('Suharto')],
  ['a single name typed twice', ['SUHARTO', null], name('Suharto', 'Suharto')],
  ['a zone with all in one part', ['ERIKSSON ANNA MARIA', null], name('Eriksson', 'Anna')],
])('no difference: %s', (_, names, typed) => {
  expect(differing(names, typed)).toEqual([]);
});

test.each<[title: string, names: Names, typed: Prefill, fields: string[]]>([
  ['the given name as a single name', ['PETROV', 'VLADIMIR'], name('Vladimir'), ['familyName']],
  ['the family name as a single name', ['DRAGAVEI', 'MIRELA'], name('Dragavei'), ['familyName']],
  ['a part of a family name as a single name', ['AL BAGHDADI', 'ABU BAKR'], name('Al'), ['familyName']],
  [
    'names that the document lacks',
    ['LI', 'AN'],
    name('Li Petrov Smith', 'An Boris Wolfgang'),
    ['familyName', 'givenName'],
  ],
  ['one of two family names', ['AL BAGHDADI', 'ABU BAKR'], name('Al', 'Abu'), ['familyName']],
  ['another given name', ['ERIKSSON', 'ANNA MARIA'], name('Eriksson', 'Berta'), ['givenName']],
])('differs: %s', (_, names, typed, fields) => {
  expect(differing(names, typed)).toEqual(fields);
});

test('where the zone had no room for the whole name, its words may be beginnings and the last ones be missing', () => {
  const cut: Names = ['NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRA'];
  const typed = name('Nilavadhanananda', 'Chayapa Dejthamrong Krasuang Rattana');
  expect(differing(cut, typed, { isCut: true })).toEqual([]);
  expect(differing(cut, typed)).toEqual(['givenName']);
  expect(differing(cut, name('Nilavadhanananda', 'Berta'), { isCut: true })).toEqual(['givenName']);
});

test('a nationality that no form has is not compared: Kosovo', () => {
  const zone: ComparedZone = {
    ...{ familyName: 'KRASNIQI', givenName: 'ARTA', truncated: 'no', nationality: 'RKS' },
    dateOfBirth: { raw: '900517', iso: BIRTH },
  };
  expect(differingFields(zone, { ...name('Krasniqi', 'Arta'), nationalities: ['AL'] })).toEqual([]);
  const other = { ...zone, nationality: 'ROU' };
  expect(differingFields(other, { nationalities: ['AL'] })).toContain('nationalities');
});

test('of a name that a site gave in part that part alone is compared', () => {
  const zone: ComparedZone = {
    ...{ familyName: 'DRAGAVEI', givenName: 'MIRELA', truncated: 'no', nationality: 'ROU' },
    dateOfBirth: { raw: '900517', iso: BIRTH },
  };
  for (const given of [{ familyName: 'Dragavei' }, { givenName: 'Mirela' }, { dateOfBirth: BIRTH }])
    expect(differingFromGiven(zone, given)).toEqual([]);
  expect(differingFromGiven(zone, { familyName: 'Smith' })).toEqual(['familyName']);
  expect(differingFromGiven(zone, { givenName: 'Berta' })).toEqual(['givenName']);
});
