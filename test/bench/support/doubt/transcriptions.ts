import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import { search } from '../../../../src/screening/search/screen.ts';
import names from './transcriptions.json' with { type: 'json' };

/** How many names were called clear, of foreign names written by their sound and of names at home in the script. */
export function transcriptions(index: ScreeningIndex): Record<string, { n: number; clear: number }> {
  const { source: _, ...sets } = names;
  return Object.fromEntries(
    Object.entries(sets).map(([set, text]) => {
      const all = text.split(' ');
      const clear = all.filter((fullName) => isClear(index, fullName));
      return [set, { n: all.length, clear: clear.length }];
    }),
  );
}

function isClear(index: ScreeningIndex, fullName: string): boolean {
  const { isPossibleMatch, notCompared } = search(index, { person: { fullName } });
  return !isPossibleMatch && notCompared.length === 0;
}
