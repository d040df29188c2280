import { expect, test } from 'vitest';
import { screen, testList } from '../../../src/screening/screening.ts';
import {
  carryOverResolution,
  type PriorResolution,
} from '../../../src/service/screenings/carryOverResolutions.ts';
import { type FoundHit, hitSnapshot, UNRESOLVED } from '../../../src/service/screenings/foundHit.ts';

const [found] = screen(testList(), { person: { fullName: 'Zoran Quillfeather' } });

/** A hit on one entry of one list, with other names and dates than the real one where they are given. */
function hit(id: string, entity: Partial<FoundHit['entity']> = {}, sources = [id]): FoundHit {
  return {
    ...found!,
    ...UNRESOLVED,
    id,
    entity: { ...found!.entity, id, ...entity },
    sources: sources.map((source) => ({ id: source, list: 'one', sourceUrl: null })),
  };
}

function priorResolution(
  about: FoundHit,
  resolution: PriorResolution['resolution'] = 'false_positive',
): PriorResolution {
  const fields = {
    snapshot: hitSnapshot(about),
    resolution,
    reasonCode: 'other' as const,
    note: `of ${about.id}`,
  };
  return { ...fields, resolvedAt: '2026-01-01T00:00:00.000Z', resolvedBy: 'key_1', holdsUntil: null };
}

const recalled = (now: FoundHit, sayings: PriorResolution[], present = hitSnapshot(now).ids) =>
  carryOverResolution(now, sayings, new Set(present));

const first = hit('a', { name: 'Zoran Quill', aliases: [], birthDates: ['1961'] });
const second = hit('b', { name: 'Z. Quill', aliases: ['Zoran Quill'], birthDates: ['1961-04-17'] });
const both = { name: 'Zoran Quill', aliases: ['Z. Quill'], birthDates: ['1961', '1961-04-17'] };

test('a hit with a changed entry is open, with the earlier resolution and the changed fields', () => {
  const now = recalled(hit('a', { ...first.entity, birthDates: ['1962'], aliases: ['Zed'] }), [
    priorResolution(first),
  ]);
  expect(now).toMatchObject({
    resolution: null,
    earlier: [
      { resolution: 'false_positive', reasonCode: 'other', note: 'of a', changed: ['aliases', 'birthDates'] },
    ],
  });
});

test('entries with equal resolutions keep them when they are merged or renamed', () => {
  const merged = [priorResolution(first), priorResolution(second)];
  expect(recalled(hit('a', both), merged)).toMatchObject({ resolution: 'false_positive', earlier: [] });
  expect(recalled(hit('new', both), merged)).toMatchObject({ resolution: 'false_positive' });
  expect(recalled(hit('new', { ...first.entity, id: 'new' }), [priorResolution(first)])).toMatchObject({
    resolution: 'false_positive',
    note: 'of a',
  });
});

test.each<[string, FoundHit, PriorResolution[]]>([
  ['said otherwise of one', hit('a', both), [priorResolution(first), priorResolution(second, 'true_match')]],
  ['said nothing of one', hit('a', both, ['a', 'b']), [priorResolution(first)]],
  [
    'says more since',
    hit('a', { ...both, countries: ['AT'] }),
    [priorResolution(first), priorResolution(second)],
  ],
  [
    'stands on another list',
    { ...hit('a', both), lists: ['one', 'two'] },
    [priorResolution(first), priorResolution(second)],
  ],
])('a merged entry is open where somebody %s', (_, now, sayings) => {
  const { resolution, earlier } = recalled(now, sayings);
  expect(resolution).toBeNull();
  expect(earlier.length).toBeGreaterThan(0);
});

test('the resolution of a namesake who is still listed does not apply', () => {
  const twin = hit('twin', { ...first.entity, id: 'twin' });
  expect(recalled(twin, [priorResolution(first)], ['twin', 'a'])).toMatchObject({
    resolution: null,
    earlier: [],
    otherCustomers: [],
  });
  const bare = hit('bare', { name: 'Zoran Quill', aliases: [], birthDates: [] });
  const other = hit('other', { ...bare.entity, id: 'other' });
  expect(recalled(other, [priorResolution(bare)])).toMatchObject({ resolution: null, earlier: [] });
});

test('a resolution made for another person does not apply', () => {
  expect(
    recalled(hit('c', { name: 'Ada Quill', aliases: [], birthDates: [] }), [priorResolution(first)]),
  ).toMatchObject({
    resolution: null,
    earlier: [],
    otherCustomers: [],
  });
});
