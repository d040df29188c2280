import { expect, test } from 'vitest';
import type { Identifier } from '../../src/screening/lists/identifier.ts';
import type { Listed } from '../../src/screening/lists/listed.ts';
import { search } from '../../src/screening/screening.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = indexOf(
  entity('wallet', { type: 'crypto', country: null, number: '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h' }),
  entity('ether', { type: 'crypto', country: null, number: '0x098B716B8Aaf21512996dC57EB0615e2383E2f96' }),
  entity('ship', { type: 'imo', country: null, number: 'IMO 7406784' }, 'vessel'),
  entity('plane', { type: 'aircraft', country: null, number: 'EP-GOM' }, 'aircraft'),
  entity('bank', { type: 'swift_bic', country: null, number: 'HAVIGB2L' }, 'organisation'),
  entity('firm', { type: 'lei', country: 'RU', number: '253400V1H6ART1UQ0N98' }, 'organisation'),
  entity('rif', { type: 'tax_id', country: 'VE', number: 'RIF J-31069374-9' }, 'organisation'),
  entity('vat', { type: 'tax_id', country: 'DE', number: '811569869' }, 'organisation'),
);

const found = (number: string, type?: string, country?: string) =>
  search(index, {
    person: { fullName: 'Ada Quill', identifiers: [{ number, type, country }] },
  }).hits.map(({ id, strength }) => `${id} ${strength}`);

test.each([
  ['an address', 'wallet exact', 'crypto', '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'],
  [
    'an address in a payment link',
    'wallet exact',
    'bitcoin',
    'bitcoin:12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h?amount=1',
  ],
  ['an address of no kind', 'wallet exact', undefined, '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'],
  [
    'an address in small letters without 0x',
    'ether exact',
    'ETH',
    '098b716b8aaf21512996dc57eb0615e2383e2f96',
  ],
  ['an IMO number', 'ship exact', 'imo', '7406784'],
  ['an IMO number with its name', 'ship exact', undefined, 'IMO7406784'],
  ['a tail number', 'plane fair', 'aircraft', 'EPGOM'],
  ['a BIC', 'bank exact', 'bic', 'HAVIGB2L'],
  ['a BIC of the head office', 'bank exact', 'swift_bic', 'HAVIGB2LXXX'],
  ['a BIC of a branch, with a country', 'bank exact', 'BIC11', 'HAVI GB 2L 010'],
  ['an LEI of another country', 'firm exact', 'lei', 'LEI 253400v1h6art1uq0n98'],
  ['a tax number without its name', 'rif fair', 'tax_id', 'J-31069374-9'],
  ['a tax number without its check digit', 'rif fair', 'RIF', 'J31069374'],
  ['a VAT number with its country', 'vat fair', 'VAT number', 'DE 811569869'],
])('%s is found in every notation', (_, hit, type, number) => {
  expect(found(number, type, type === 'lei' ? 'CY' : undefined)).toEqual([hit]);
});

test('a number that differs in one character does not match', () => {
  expect(found('12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9g', 'crypto')).toEqual([]);
  expect(found('7406785', 'imo')).toEqual([]);
  expect(found('HAVIGB3L', 'bic')).toEqual([]);
  expect(found('EPGON', 'aircraft')).toEqual([]);
});

test('a vessel name matches only as a whole', () => {
  const ids = (name: string) =>
    search(index, { organisation: { name } }, { minScore: 0.7 }).hits.map(({ id }) => id);
  expect(ids('Zarnovitsa Ship')[0]).toBe('ship');
  expect(ids('Zarnovitsa Ship Trading')).not.toContain('ship');
});

function entity(id: string, identifier: Identifier, kind: Listed['kind'] = 'person'): Listed {
  return listed(id, [`Zarnovitsa ${id}`], { kind, identifiers: [identifier] });
}
