import { expect, test } from 'vitest';
import { type Subject, search } from '../../src/screening/screening.ts';
import { generatedPeople } from '../bench/support/generatedPeople.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = indexOf(
  listed('a', ['Torvald Emberquist']),
  listed('b', ['Ferran Quillon'], { identifiers: [{ type: 'passport', country: 'ES', number: 'X1234567' }] }),
  listed('pep', ['Honoria Ballotbury'], {
    topics: ['role.pep'],
    identifiers: [{ type: 'tax_id', country: 'GB', number: '99887766' }],
  }),
);

const ofPerson = (person: object) => ({ person }) as Subject;
const reasonsOf = (subject: Subject, options = {}) =>
  search(index, subject, options).notCompared.map(({ why, field, kind }) => `${why} ${field} ${kind}`);

test.each([
  ['Tibetan', 'བསྟན་འཛིན་རྒྱ་མཚོ'],
  ['Mongolian', 'ᠴᠢᠩᠭᠢᠰ ᠬᠠᠭᠠᠨ'],
  ['Adlam', '𞤀𞤥𞤢𞤣𞤵 𞤄𞤢𞥄'],
  ['Syriac', 'ܝܘܣܦ ܒܪ ܝܘܚܢܢ'],
])('a name in %s script is not compared: alone, in part or next to another name', (script, name) => {
  const why = `script_not_read`;
  expect(reasonsOf(ofPerson({ fullName: name }))).toEqual([`${why} fullName ${script}`]);
  expect(reasonsOf(ofPerson({ fullName: `Ada ${name}` }))).toEqual([`${why} fullName ${script}`]);
  expect(reasonsOf(ofPerson({ fullName: `Ada Quill; ${name}` }))).toEqual([`${why} fullName ${script}`]);
  expect(reasonsOf(ofPerson({ fullName: 'Ada Quill', nativeName: name }))).toEqual([
    `${why} nativeName ${script}`,
  ]);
  expect(reasonsOf({ organisation: { name } })).toEqual([`${why} name ${script}`]);
});

test('names in supported scripts are compared, with any diacritics', () => {
  for (const fullName of [
    'Zoë O’Hara-Müller',
    '王小明',
    'Иван Петров',
    'علي حسن',
    '김민수',
    'สมชาย ใจดี',
    'Ada; ;',
  ])
    expect(reasonsOf(ofPerson({ fullName }))).toEqual([]);
});

test('a name without letters, or too long to be compared, is reported', () => {
  expect(reasonsOf(ofPerson({ fullName: 'ءء' }))).toEqual(['name_empty fullName null']);
  expect(reasonsOf(ofPerson({ fullName: '; Ada Quill; ---' }))).toEqual(['name_empty fullName null']);
  const long = Array.from({ length: 40 }, (_, i) => `Part${'abcdefghij'[i % 10]}${i}`).join(' ');
  expect(reasonsOf(ofPerson({ fullName: long }))).toEqual(['name_too_long fullName null']);
});

test('every semicolon-separated spelling is screened, in every field', () => {
  const others = Array.from({ length: 30 }, (_, i) => `Nobody Nowhere${'abcdefghijklmnopqrstuvwxyzäöüß'[i]}`);
  const found = (person: object) =>
    search(index, ofPerson(person), { minScore: 0.7 }).hits.map(({ id }) => id);
  expect(found({ fullName: [...others, 'Torvald Emberquist'].join('; ') })).toEqual(['a']);
  expect(found({ fullName: 'Nobody Nowhere；Torvald Emberquist' })).toEqual(['a']);
  expect(found({ fullName: 'Nobody', nativeName: 'Ada Quill; Torvald Emberquist' })).toEqual(['a']);
  expect(found({ givenName: 'Jon; Torvald', familyName: 'Quill; Emberquist' })).toEqual(['a']);
  const many = others.slice(0, 9).join(';');
  expect(reasonsOf(ofPerson({ givenName: many, familyName: many }))).toEqual([
    'too_many_spellings givenName null',
  ]);
});

test('a number of a kind that the requested lists do not have is not compared', () => {
  const withNumber = (type: string | undefined, number = 'Q7654321') =>
    ofPerson({ fullName: 'Ada Quill', identifiers: [{ number, ...(type && { type }) }] });
  const why = 'identifier_kind_not_held identifiers';
  expect(reasonsOf(withNumber('passport'))).toEqual([]);
  expect(reasonsOf(withNumber('tax_id'))).toEqual([]);
  expect(reasonsOf(withNumber('tax_id'), { lists: ['sanctions'] })).toEqual([`${why} tax_id`]);
  expect(reasonsOf(withNumber('imo'))).toEqual([`${why} imo`]);
  expect(reasonsOf(withNumber(undefined))).toEqual([]);
  expect(reasonsOf(withNumber('passport', '12'))).toEqual(['identifier_unreadable identifiers passport']);
});

test('hits below a higher minScore still make a possible match, and hits beyond the limit are counted', () => {
  const many = indexOf(...Array.from({ length: 30 }, (_, i) => listed(`n${i}`, ['Torvald Emberquist'])));
  const subject = ofPerson({ fullName: 'Torvald Emberquist' });
  expect(search(many, subject, { limit: 5 })).toMatchObject({ totalHits: 30, isPossibleMatch: true });
  const typo = ofPerson({ fullName: 'Torvald Emberkvest' });
  const [hit] = search(many, typo, { limit: 1 }).hits;
  expect(hit!.score).toBeLessThan(0.9);
  expect(search(many, typo, { minScore: 0.9 })).toMatchObject({
    hits: [],
    totalHits: 0,
    isPossibleMatch: true,
  });
});

test('every alert is counted, however many entries share part of the name', () => {
  const named = Array.from({ length: 120 }, (_, i) => {
    const [first, second] = ['bdfgklmnprst'[i % 12], 'aeiou'[i % 5]];
    return listed(`n${i}`, [`Torvald ${first}${second}${'bdfgklmnprst'[Math.floor(i / 12)]}ardo Emberquist`]);
  });
  const subject = ofPerson({ fullName: 'Torvald Emberquist' });
  const many = indexOf(...generatedPeople(3000, 5), ...named);
  expect(search(many, subject, { minScore: 0.7, limit: 200 }).totalHits).toBe(120);
  const same = indexOf(...Array.from({ length: 300 }, (_, i) => listed(`n${i}`, ['Torvald Emberquist'])));
  expect(search(same, subject, { limit: 200 }).totalHits).toBe(300);
  const numbers = [{ type: 'passport', country: 'ES', number: 'X1234567' }] as const;
  const owners = Array.from({ length: 80 }, (_, i) =>
    listed(`n${i}`, [`Owner N${i}`], { identifiers: [...numbers] }),
  );
  const query = ofPerson({ fullName: 'Ada Quill', identifiers: [{ number: 'X1234567', country: 'ES' }] });
  expect(search(indexOf(...owners), query).totalHits).toBe(80);
});

test.each([
  ['Tоrvald Embеrquist', 'Cyrillic letters that look like Latin ones'],
  ['Τοrvald Εmberquist', 'Greek ones'],
  ['Tоrѵаld Emberquіѕt', 'rarer Cyrillic ones'],
  ['Torvald Emberqսist', 'an Armenian one'],
])('%s is found, and also reported as not comparable: %s', (fullName) => {
  expect(search(index, ofPerson({ fullName })).hits[0]?.id).toBe('a');
  expect(reasonsOf(ofPerson({ fullName }))).toEqual(['script_not_read fullName Mixed']);
});

test.each([
  'Рutin Vladimir',
  'VLADIMIR РUTIN',
  'Vladimir Ρutin',
  'Путин Bладимиp',
  'Ivan Smith a.k.a. Vladimir Putin',
  'John Quincy Smith alias Vladimir Putin',
  'John Quincy Adams Smith (Vladimir Putin)',
  'John Quincy Adams Smith / Vladimir Putin',
  'Vladimir Smith née Putin',
  '\u202enitup rimidalv',
  '🅿utin Vladimir',
  'P<RUSPUTIN<<VLADIMIR<<<<<<<<<<<<<<<<<<<<<<<<<',
  'Վլադիմիր Պուտին',
])('%s is found', (fullName) => {
  const listing = indexOf(listed('p', ['Vladimir Putin']), listed('b', ['Ferran Quillon']));
  expect(search(listing, ofPerson({ fullName })).isPossibleMatch).toBe(true);
});

test.each(['X', 'A. B.', 'Д. Т.', 'Mr', 'Dr. Prof.', '1234567'])('%s excludes no match', (fullName) => {
  expect(reasonsOf(ofPerson({ fullName }))).toEqual(['name_empty fullName null']);
});

test.each([
  ['弗拉基米尔·普京', 'Han_transcription'],
  ['블라디미르 푸틴', 'Hangul_transcription'],
  ['ヴラジーミル・プーチン', 'Katakana_transcription'],
  ['麻木彰空', 'Kanji'],
  ['M\ufffdller Anna', 'Unknown'],
  ['\ue000\ue001 Anna', 'Unknown'],
])('%s is not compared: %s', (fullName, kind) => {
  expect(reasonsOf(ofPerson({ fullName }))).toContain(`script_not_read fullName ${kind}`);
});

test('a foreign name in Chinese characters with its Latin spelling is compared', () => {
  expect(reasonsOf(ofPerson({ fullName: 'Ada Quill', nativeName: '艾达·奎尔' }))).toEqual([]);
});
