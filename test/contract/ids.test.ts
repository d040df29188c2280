import { expect, test } from 'vitest';
import { encodeTypeIdSuffix, isId, newId } from '../../src/contract/ids.ts';

// From the valid vectors of the TypeID specification.
test.each([
  ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
  ['00000000-0000-0000-0000-00000000000a', '0000000000000000000000000a'],
  ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
])('%s is encoded as %s', (uuid, suffix) => {
  expect(encodeTypeIdSuffix(Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex')))).toBe(suffix);
});

test('ids sort by time and are valid for their own kind only', () => {
  const [first, second] = [newId('case', 1_700_000_000_000), newId('case', 1_700_000_000_001)];
  expect(first < second).toBe(true);
  expect(isId('case', first)).toBe(true);
  expect(isId('bio', first)).toBe(false);
});

test.each([
  'case_',
  'case_8zzzzzzzzzzzzzzzzzzzzzzzzz',
  'case_01h455vb4pex5vsknk084sn02u',
  'CASE_01h455vb4pex5vsknk084sn02q',
])('%s is not a valid id', (text) => expect(isId('case', text)).toBe(false));

test('ids of one millisecond sort in creation order', () => {
  const ids = Array.from({ length: 50 }, () => newId('evt', 1_700_000_000_000));
  expect([...ids].sort()).toEqual(ids);
});

test('ids of two interleaved milliseconds sort in creation order, as with concurrent requests', () => {
  const times = [1_700_000_000_001, 1_700_000_000_002];
  const made = Array.from({ length: 50 }, () => times.map((time) => newId('evt', time)));
  for (const at of [0, 1]) {
    const ids = made.map((pair) => pair[at]!);
    expect([...ids].sort()).toEqual(ids);
  }
});
