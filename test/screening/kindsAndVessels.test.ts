import { expect, test } from 'vitest';
import { findEntity } from '../../src/screening/index/screeningIndex.ts';
import { possibleMatchThreshold } from '../../src/screening/search/finding.ts';
import { search } from '../../src/screening/search/screen.ts';
import type { Subject } from '../../src/screening/search/subject.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = indexOf(
  listed('p', ['Casimiro Aurelio Testbarranca', 'Miro Quillfether'], {
    kind: 'unknown',
    birthDates: ['1957-03-21'],
  }),
  listed('o', ['Zemlyanika Overseas Trading'], { kind: 'unknown' }),
  listed('v', ['OCEAN QUILLFEATHER II'], {
    kind: 'vessel',
    identifiers: [{ type: 'imo', country: null, number: 'IMO 9074729' }],
  }),
  listed('w', ['BANEHTEST'], { kind: 'vessel' }),
);

test.each<[string, Subject]>([
  ['a letter missing and the date', person('Casimiro Aurelio Testbaranca', '1957-03-21')],
  ['given and family name and the date', person('Casimiro Testbarranca', '1957-03-21')],
  ['an alias', person('Miro Quillfether')],
])('an entry whose kind is unknown is compared as a person: %s', (_, subject) => {
  expect(found(subject)).toEqual(['p']);
});

test.each<[string, Subject]>([
  ['a letter missing', firm('Zemlyanka Overseas Trading')],
  ['a word added', firm('Zemlyanika Overseas Trading Group')],
  ['a legal form', firm('Zemlyanika Overseas Trading GmbH')],
])('an entry whose kind is unknown is compared as an organisation: %s', (_, subject) => {
  expect(found(subject)).toEqual(['o']);
});

test('a hit names the alias that was met, and the kind that the list does not state', () => {
  const [hit] = search(index, firm('Miro Quillfether GmbH')).hits;
  expect(hit).toMatchObject({
    entity: { kind: 'unknown' },
    explain: { name: { listed: 'Miro Quillfether' } },
  });
  expect(findEntity(index, 'p')?.kind).toBe('unknown');
});

test.each([
  'M/V Ocean Quillfeather II',
  'MV OCEAN QUILLFEATHER II',
  'M.T. Ocean Quillfeather II',
  'S/S Ocean Quillfeather II',
  'Motor Tanker "Ocean Quillfeather II"',
  'Ocean Quillfeather II (vessel)',
  'Ocean Quillfeather 2',
  'MV Ocean Quillfeathr 2',
  'OCEAN QUILLFEATHER II IMO: 9999993',
  'MV Bluebird, IMO No. 9074729',
  'Bluebird 9074729',
])('a vessel is found as %s', (name) => {
  expect(found(firm(name))).toEqual(['v']);
  expect(found(person(name))).toEqual(['v']);
});

test('a vessel with another number in its name is another vessel', () => {
  expect(found(firm('MV Ocean Quillfeather III'))).toEqual([]);
});

test('the name of a vessel has room for one slip', () => {
  expect(found(firm('MV Banetest'))).toEqual(['w']);
  expect(found(firm('MV Bntst'))).toEqual([]);
});

test.each([
  [
    'in the field for numbers',
    { organisation: { name: 'Bluebird', identifiers: [{ type: 'imo', number: '9074730' }] } },
  ],
  ['in the name', firm('MV Bluebird IMO 9074730')],
])('the number of a vessel is not compared with lists that have no vessels: %s', (_, subject) => {
  const withoutVessels = indexOf(
    listed('c', ['Quillfeather Shipping'], {
      kind: 'organisation',
      identifiers: [{ type: 'imo', country: null, number: '1234567' }],
    }),
  );
  const expected = [{ why: 'identifier_kind_not_held', field: 'identifiers', kind: 'imo' }];
  expect(search(withoutVessels, subject).notCompared).toEqual(expected);
  expect(search(index, subject).notCompared).toEqual([]);
});

function found(subject: Subject): string[] {
  return search(index, subject, { minScore: possibleMatchThreshold }).hits.map(({ id }) => id);
}

function person(fullName: string, dateOfBirth?: string): Subject {
  return { person: { fullName, dateOfBirth } };
}

function firm(name: string): Subject {
  return { organisation: { name } };
}
