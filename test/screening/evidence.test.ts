import { expect, test } from 'vitest';
import { possibleMatchThreshold } from '../../src/screening/search/finding.ts';
import { screen } from '../../src/screening/search/screen.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = indexOf(
  listed('a', ['Tarik Imaginarov'], { birthDates: ['1961-04-17'], countries: ['RU'] }),
  listed('b', ['IMAGINAROV, Tarik'], {
    lists: ['other'],
    birthDates: ['1961-04-17'],
    countries: ['RU', 'BY'],
  }),
  listed('c', ['WANG, Guoying'], { birthDates: ['1950-03-19'] }),
  listed('d', ['Gibran Quillfeather']),
  listed('e', ['Ed Davis']),
  listed('f', ['Zafar Testabadi Inventednejad'], {
    identifiers: [{ type: 'passport', country: 'IR', number: 'A-123 4567' }],
  }),
  listed('g', [], {
    names: [
      { text: 'Hanan Fictitious', quality: 'primary' },
      { text: 'Salim Byname', quality: 'strong', birthDates: ['1958-06-07'] },
    ],
    birthDates: ['1970-01-02'],
  }),
  listed('h', ['OOO Zemlyanika Overseas Trading'], { kind: 'organisation' }),
);

test.each([
  ['Wade-Giles', 'Wang Kuo-ying', 'c'],
  ['Cantonese', 'Wong Kwok Ying', 'c'],
  ['a name joined as one', 'gibranquillfeather', 'd'],
  ['a name split in the wrong place', 'Gibra nquillfeather', 'd'],
  ['a passport line that had no room', 'QUILLFEATHER<<GIB', 'd'],
  ['an added kunya', 'Abu Omar Gibran Quillfeather', 'd'],
  ['a dropped Persian suffix', 'Zafar Testabadi Invented', 'f'],
  ['a nickname', 'Edward Davis', 'e'],
])('%s causes an alert by name alone', (_, fullName, id) => {
  const [hit] = screen(index, { person: { fullName } });
  expect(hit?.id).toBe(id);
  expect(hit?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
});

test('a particle of one culture that is a name in another still distinguishes people', () => {
  const scoreOf = (fullName: string) => screen(index, { person: { fullName } })[0]?.score ?? 0;
  expect(scoreOf('Ed Davis')).toBeGreaterThan(scoreOf('Rupert Davis'));
});

test('an exact name alerts unless a proven date excludes the person beyond doubt', () => {
  const scoreOf = (dateOfBirth: string, dateOfBirthProven = false) =>
    screen(index, { person: { fullName: 'Tarik Imaginarov', dateOfBirth, dateOfBirthProven } })[0]?.score ??
    0;
  expect(scoreOf('1962-11-30')).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(scoreOf('1968-11-30')).toBeLessThan(scoreOf('1962-11-30'));
  expect(scoreOf('1968-11-30', true)).toBeGreaterThan(scoreOf('1985-11-30', true));
  expect(scoreOf('1985-11-30')).toBeGreaterThanOrEqual(possibleMatchThreshold);
  expect(scoreOf('1985-11-30', true)).toBeLessThan(possibleMatchThreshold);
});

test('the date of birth of an alias applies to that alias only', () => {
  const resultOf = (fullName: string) =>
    screen(index, { person: { fullName, dateOfBirth: '1958-06-07' } })[0]?.explain.dateOfBirth.result;
  expect(resultOf('Salim Byname')).toBe('same');
  expect(resultOf('Hanan Fictitious')).not.toBe('same');
});

test('one person on two lists is one hit with both sources', () => {
  const hits = screen(index, { person: { fullName: 'Tarik Imaginarov', dateOfBirth: '1961-04-17' } });
  expect(hits.map(({ sources }) => sources.map(({ id }) => id))).toEqual([['a', 'b']]);
  expect(hits[0]).toMatchObject({ lists: ['invented', 'other'], strength: 'exact' });
});

test('an identifier alone alerts only if its country is the same, and another country is said', () => {
  const hitsOf = (country: string) =>
    screen(index, {
      person: { fullName: 'Somebody Else', identifiers: [{ country, number: 'a1234567' }] },
    });
  const [hit] = hitsOf('IR');
  expect(hit).toMatchObject({ id: 'f', strength: 'exact', explain: { identifiers: { result: 'same' } } });
  expect(hit?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
  const [other] = hitsOf('TR');
  expect(other?.score).toBeLessThan(possibleMatchThreshold);
  expect(other?.explain.identifiers).toMatchObject({
    result: 'other_country',
    text: 'The number a1234567 equals the listed passport A-123 4567, but issued by IR, not TR.',
  });
});

test.each([
  ['No. A1234567', 'words in front'],
  ['Passport no: A-1234567', 'the kind of document in front'],
  ['0A1234567', 'a leading zero'],
  ['A12345676', 'the check digit of a machine-readable line'],
  ['A1234567<6', 'a filler and the check digit'],
  ['\u04101234567', 'a letter that looks alike'],
])('a number is found as %s: %s', (number) => {
  const [hit] = screen(index, {
    person: { fullName: 'Somebody Else', identifiers: [{ country: 'IR', type: 'passport', number }] },
  });
  expect(hit).toMatchObject({ id: 'f', strength: 'exact' });
});

test.each([
  ['another legal form', 'Zemlyanika Overseas Trading Limited Liability Company'],
  ['no legal form', 'Zemlyanika Overseas Trading'],
  ['a slip of the pen', 'Zemlyamika Overseas Trading'],
  ['a word more', 'Zemlyanika Overseas Trading Group'],
  ['a word less', 'Zemlyanika Trading'],
])('an organisation is found with %s', (_, name) => {
  const [hit] = screen(index, { organisation: { name } });
  expect(hit?.id).toBe('h');
  expect(hit?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
});

test('the terms of a score add up to the score', () => {
  for (const fullName of ['Tarik Imaginarow', 'Imaginarov', 'Wong Kwok Ying', 'Zafar Invented'])
    for (const { score, explain } of screen(index, { person: { fullName, dateOfBirth: '1961' } })) {
      const sum = explain.weights.terms.reduce((total, { value }) => total + value, 0);
      expect(explain.weights.sum).toBeCloseTo(sum, 3);
      expect(1 / (1 + Math.exp(-0.18 * (sum + 6)))).toBeCloseTo(score, 3);
    }
});

test('omitted parts are reported with their reason', () => {
  const [hit] = screen(index, { person: { fullName: 'Dr Gibran bin Quillfeather' } });
  expect(hit?.explain.name?.leftOut).toEqual([
    { text: 'dr', side: 'given', reason: 'a title' },
    { text: 'bin', side: 'given', reason: 'a particle' },
  ]);
});

test('a hit by number alone reports date and country, which do not count', () => {
  const numbered = indexOf(
    listed('n', ['Zafar Testabadi'], {
      birthDates: ['1961-04-17'],
      countries: ['IR'],
      identifiers: [{ type: 'passport', country: 'IR', number: 'A1234567' }],
    }),
  );
  const subject = { fullName: 'Somebody Else', identifiers: [{ country: 'IR', number: 'A1234567' }] };
  const [hit] = screen(numbered, {
    person: { ...subject, dateOfBirth: '1961-04-17', nationalities: ['RS'] },
  });
  expect(hit?.explain).toMatchObject({
    name: null,
    dateOfBirth: { result: 'same', text: expect.stringMatching(/the same day.*Not counted/) },
    country: { result: 'different', text: expect.stringMatching(/none in common.*Not counted/) },
  });
  expect(hit?.explain.weights.terms.map(({ kind }) => kind)).toEqual(['base', 'identifier']);
});
