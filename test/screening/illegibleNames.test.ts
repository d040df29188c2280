import { expect, test } from 'vitest';
import { possibleMatchThreshold } from '../../src/screening/search/finding.ts';
import { search } from '../../src/screening/search/screen.ts';
import type { Person } from '../../src/screening/search/subject.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = named('Владимир Вымышленников', 'José Testbarranca', 'Zulkarnaentest');

test.each([
  ['UTF-8 read as windows-1252', 'Ð’Ð»Ð°Ð´Ð¸Ð¼Ð¸Ñ€ Ð’Ñ‹Ð¼Ñ‹ÑˆÐ»ÐµÐ½Ð½Ð¸ÐºÐ¾Ð²'],
  ['UTF-8 read as windows-1251', 'Р’Р»Р°РґРёРјРёСЂ Р’С‹РјС‹С€Р»РµРЅРЅРёРєРѕРІ'],
  ['UTF-8 read as KOI8', decoded(Buffer.from('Владимир Вымышленников'), 'koi8-r')],
  ['UTF-8 read as windows-1252 twice', twice('José Testbarranca')],
  ['escapes of JSON', '\\u0412\\u043b\\u0430\\u0434\\u0438\\u043c\\u0438\\u0440 Вымышленников'],
  ['escapes without their backslashes', 'u0412u043bu0430u0434u0438u043cu0438u0440 Вымышленников'],
  ['percent encoding', encodeURIComponent('Владимир Вымышленников')],
  ['an encoded word', `=?UTF-8?B?${Buffer.from('Владимир Вымышленников').toString('base64')}?=`],
  ['entities', 'Jos&eacute;&nbsp;Testbarranca'],
  ['numbered entities', 'Jos&#233; Testbarranca'],
])('a name is read through %s', (_, fullName) => {
  const { hits, notCompared } = search(index, { person: { fullName } });
  expect(hits[0]?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(notCompared).toEqual([]);
});

test.each([
  ['windows-1251 read as windows-1252', 'Âëàäèìèð Âûìûøëåííèêîâ'],
  ['KOI8 read as windows-1251', 'чМБДЙНЙТ чЩНЩЫМЕООЙЛПЧ'],
  ['a letter lost', 'Jos? Testbarranca'],
  ['a letter replaced', 'Jos\ufffd Testbarranca'],
])('a damaged name clears nobody, and is found by what it may have been: %s', (_, fullName) => {
  const { hits, notCompared } = search(index, { person: { fullName } });
  expect(hits[0]?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(notCompared).toContainEqual({ why: 'script_not_read', field: 'fullName', kind: 'Damaged' });
});

test.each([
  ['Âàñèëèé Íåèçâåñòíûé', 'Damaged'],
  ['Nicol?s Nobody', 'Damaged'],
  ['???? ?????', 'Damaged'],
  ['Some%ZZone &unreadable; Nobody', 'Damaged'],
  ['普京', 'Han_transcription'],
  ['马杜罗', 'Han_transcription'],
  ['侯赛因', 'Han_transcription'],
  ['馬克宏', 'Han_transcription'],
  ['弗拉基米尔 普京', 'Han_transcription'],
  ['弗拉基米尔-普京', 'Han_transcription'],
  ['푸틴', 'Hangul_transcription'],
  ['쇼이구', 'Hangul_transcription'],
  ['이바노프', 'Hangul_transcription'],
])('an illegible name is not compared: %s', (fullName, kind) => {
  const { notCompared } = search(index, { person: { fullName } });
  expect(notCompared).toContainEqual({ why: 'script_not_read', field: 'fullName', kind });
});

test.each([
  '王伟',
  '李娜',
  '歐陽菲菲',
  '周 秀珠',
  '김정은',
  '남궁민수',
  '지성 박',
  'José Müller',
  'Пётр Васильевъ',
  "Zoë D'Angelo",
])('a legible name is compared: %s', (fullName) => {
  expect(search(index, { person: { fullName } }).notCompared).toEqual([]);
});

test.each<[string, Person]>([
  ['alone', { fullName: 'Zulkarnaentest' }],
  ['twice', { givenName: 'Zulkarnaentest', familyName: 'ZULKARNAENTEST' }],
  ['FNU', { givenName: 'FNU', familyName: 'Zulkarnaentest' }],
  ['LNU', { givenName: 'Zulkarnaentest', familyName: 'LNU' }],
  ['no last name', { fullName: 'Zulkarnaentest (no last name)' }],
  ['XXX', { givenName: 'XXX', familyName: 'Zulkarnaentest' }],
])('a name of one word is found: %s', (_, person) => {
  expect(search(index, { person }, { minScore: possibleMatchThreshold }).hits.map(({ id }) => id)).toEqual([
    '2',
  ]);
});

test('words for a missing name are no name', () => {
  const { notCompared } = search(index, { person: { givenName: 'FNU', familyName: 'LNU' } });
  expect(notCompared).toMatchObject([{ why: 'name_empty' }]);
});

function twice(text: string): string {
  const once = decoded(Buffer.from(text), 'windows-1252');
  return decoded(Buffer.from(once), 'windows-1252');
}

function decoded(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

function named(...names: string[]) {
  return indexOf(...names.map((name, i) => listed(String(i), [name])));
}
