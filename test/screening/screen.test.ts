import { expect, test } from 'vitest';
import { possibleMatchThreshold } from '../../src/screening/screening.ts';
import { screen } from '../../src/screening/search/screen.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = indexOf(
  listed('a', ['PETRENKOV, Sergei Valerianovich', 'Serhiy Petrenkov'], {
    birthDates: ['1961-04-17'],
    countries: ['RU'],
  }),
  listed('b', ['Abdul Rahman al-Zubaydani', 'عبد الرحمن الزبيداني'], {
    birthDates: ['1970'],
    countries: ['IQ'],
  }),
  listed('c', ['Quang Thinh Dovale']),
  listed('d', ['Maria Lopez'], { birthDates: ['1980-01-01'], countries: ['MX'] }),
);

test.each([
  ['another spelling', 'Sergey Valeryanovich Petrenkow', 'a'],
  ['another order', 'Petrenkov Sergei', 'a'],
  ['Cyrillic', 'Сергей Валерианович Петренков', 'a'],
  ['another language’s form of the name', 'Siarhei Petrenkov', 'a'],
  ['parts written as one', 'SergeiValerianovich Petrenkov', 'a'],
  ['a name written as one', 'MariaLopez', 'd'],
  ['an initial', 'S. Petrenkov', 'a'],
  ['a compound written as one', 'Abdulrahman Alzubaydani', 'b'],
  ['Arabic, spelled a little differently', 'عبدالرحمن زبيداني', 'b'],
  ['a split part', 'Quang Thinh Do Vale', 'c'],
  ['a spaced out part', 'S e r g e i Petrenkov', 'a'],
  ['a part with dots between its letters', 'Sergei P.e.t.r.e.n.k.o.v', 'a'],
  ['a title in front', 'Dr. Quang Thinh Dovale', 'c'],
])('finds %s', (_, fullName, id) => {
  const [hit] = screen(index, { person: { fullName } });
  expect(hit?.id).toBe(id);
  expect(hit?.score).toBeGreaterThan(0.5);
  expect(hit?.score).toBeLessThan(1);
});

test('each of several spellings scores as if it were the only one', () => {
  const scoreOf = (fullName: string) => screen(index, { person: { fullName } })[0]?.score;
  expect(scoreOf('Quang T. Dowall; Quang Thinh Dovale; Kwang Thin')).toBe(scoreOf('Quang Thinh Dovale'));
});

test('a date of birth raises or lowers the score by its known parts', () => {
  const scoreOf = (dateOfBirth?: string) =>
    screen(index, { person: { fullName: 'Sergei Petrenkov', dateOfBirth } })[0]?.score ?? 0;
  expect(scoreOf('1961-04-17')).toBeGreaterThan(scoreOf('1961'));
  expect(scoreOf('1961')).toBeGreaterThan(scoreOf());
  expect(scoreOf('1961-07-14')).toBeLessThan(scoreOf('1961-04-17'));
  expect(scoreOf('1985-11-02')).toBeLessThan(scoreOf());
});

test('January 1 on a list means the year only', () => {
  const [hit] = screen(index, { person: { fullName: 'Maria Lopez', dateOfBirth: '1980-08-09' } });
  expect(hit?.explain.dateOfBirth.result).toBe('compatible');
});

test('a shared surname alone does not alert', () => {
  const hits = screen(index, { person: { fullName: 'Jacinta Lopez', dateOfBirth: '1991-05-05' } });
  expect(hits.filter(({ score }) => score >= possibleMatchThreshold)).toEqual([]);
});

test.each([
  ['a one read for an l', 'Maria 1opez', 'd'],
  ['a one read for an i', 'Mar1a L0pez', 'd'],
  ['an l read for a one', 'Quang Thinh Dova1e', 'c'],
  ['an m read as r and n', 'Quill Thorndale', 'm'],
  ['the same beside a glide', 'Thorndau Quill', 'n'],
])('finds %s after typical scanner errors', (_, fullName, id) => {
  const scanned = indexOf(
    listed('c', ['Quang Thinh Dovale']),
    listed('d', ['Maria Lopez']),
    listed('m', ['Quill Thomdale']),
    listed('n', ['Thomdaw Quill']),
  );
  const [hit] = screen(scanned, { person: { fullName } });
  expect(hit?.id).toBe(id);
  expect(hit?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
});

test('the rarer the culture, the less a second common name adds to the score', () => {
  const common = indexOf(listed('my', ['Zaw Min Htun']), listed('ru', ['Dmitry Vadim Kuznetsov']));
  const term = (fullName: string) =>
    screen(common, { person: { fullName } })[0]?.explain.weights.terms.find(
      ({ kind }) => kind === 'name_common',
    )?.value;
  expect(term('Zaw Htun')).toBeLessThan(term('Dmitry Kuznetsov')!);
});

test('an initial and a name do not match one longer name', () => {
  const initials = indexOf(listed('a', ['Zoran M. Nasr']));
  const hits = screen(initials, { person: { fullName: 'Zoran Mansour' } });
  expect(hits.flatMap(({ explain }) => explain.name!.parts.map(({ how }) => how))).not.toContain('joined');
  const [asOne] = screen(initials, { person: { fullName: 'ZoranMNasr' } });
  expect(asOne!.explain.name!.parts.map(({ how }) => how)).toEqual(['joined']);
});

test('Abdul is a common name in South Asia, too', () => {
  const servant = indexOf(listed('a', ['Abdul Majid Butt']));
  const [hit] = screen(servant, { person: { fullName: 'Abdul Butt' } });
  expect(hit?.explain.weights.terms.map(({ kind }) => kind)).toContain('name_common');
});

test('common names of one culture must match as a whole', () => {
  const common = indexOf(
    listed('common', ['Dmitry Vadimovich Kuznetsov']),
    listed('rare', ['Dmitry Vadimovich Quillfeather']),
  );
  const best = (fullName: string) => screen(common, { person: { fullName } })[0];
  const kinds = (fullName: string) => best(fullName)?.explain.weights.terms.map(({ kind }) => kind);
  expect(kinds('Dmitry Kuznetsov')).toContain('name_common');
  expect(kinds('Dmitry Quillfeather')).not.toContain('name_common');
  expect(kinds('Dmitry Vadimovich Kuznetsov')).not.toContain('name_common');
  const dated = { fullName: 'Dmitry Vadimovich Kuznetsov' };
  expect(screen(common, { person: dated })[0]?.score).toBeGreaterThanOrEqual(possibleMatchThreshold);
});

test('a name is found behind hundreds that share one of its parts', () => {
  const consonants = 'bdfgklmnprstvz';
  const others = [...consonants].flatMap((a) => [...consonants].map((b) => `${a}o${b}a${b}ir`));
  const many = indexOf(
    ...others.slice(0, 90).map((other) => listed(`given-${other}`, [`Torvald ${other}`])),
    ...others.map((other) => listed(`family-${other}`, [`${other} Emberquist`])),
    listed('both', ['Torvald Marius Emberquist']),
  );
  expect(screen(many, { person: { fullName: 'Torvald Emberquist' } })[0]?.id).toBe('both');
});

test('a single letter matches as an initial, even if it is a particle elsewhere', () => {
  const initials = indexOf(listed('a', ['Svetlana Evgenievna Savitskaya']));
  const [hit] = screen(initials, { person: { fullName: 'Savitskaya S. E.' } });
  expect(hit?.explain.name?.parts.map(({ how }) => how)).toEqual(['same', 'initial', 'initial']);
});

test('a hit names the matching parts', () => {
  const [hit] = screen(index, {
    person: { fullName: 'S. Petrenkow', nationalities: ['UA'], dateOfBirth: '1961' },
  });
  expect(hit?.explain.name).toMatchObject({ quality: 'strong', listed: 'Serhiy Petrenkov' });
  expect(hit?.explain.name?.parts).toEqual([
    { given: 's', listed: 'serhiy', how: 'initial', similarity: 0.7, bits: 3.2 },
    { given: 'petrenkow', listed: 'petrenkov', how: 'spelling', similarity: 0.99, bits: 13.8 },
  ]);
  expect(hit?.explain.dateOfBirth.result).toBe('same_year');
  expect(hit?.explain.country).toMatchObject({ result: 'different', given: ['UA'], listed: ['RU'] });
});
