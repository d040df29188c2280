import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import { possibleMatchThreshold } from '../../../../src/screening/search/finding.ts';
import { screen } from '../../../../src/screening/search/screen.ts';
import type { Subject } from '../../../../src/screening/search/subject.ts';
import data from './commonNames.json' with { type: 'json' };

/** Of the common names of a culture, or of firms: how many there are, how many alert by name alone, and of these how many stand on a list exactly so. */
interface CommonNames {
  n: number;
  alerts: number;
  exact: number;
}

/** Asks for a hundred common names of each culture, and a hundred firms of common words. */
export function commonNames(index: ScreeningIndex): Record<string, CommonNames> {
  const people = Object.entries(data.people).map(([culture, names]) => [
    culture,
    asked(index, combined(names), (fullName) => ({ person: { fullName } })),
  ]);
  const firms = asked(index, combined(data.firms), (name) => ({ organisation: { name } }));
  return { ...Object.fromEntries(people), firms };
}

function combined({ given, family }: { given: string; family: string }): string[] {
  const [first, second] = [given, family].map((names) => names.split(' '));
  return first!.flatMap((one) => second!.map((other) => `${one} ${other}`.replaceAll('_', ' ')));
}

function asked(index: ScreeningIndex, names: string[], subject: (name: string) => Subject): CommonNames {
  const counts = { n: names.length, alerts: 0, exact: 0 };
  for (const name of names) {
    const hits = screen(index, subject(name), { minScore: possibleMatchThreshold });
    if (hits.length > 0) counts.alerts += 1;
    const isExact = hits.some(({ explain: { name: met } }) => {
      return (
        met &&
        met.onlyListed.length === 0 &&
        met.onlyGiven.length === 0 &&
        met.parts.every(({ how }) => how === 'same')
      );
    });
    if (isExact) counts.exact += 1;
  }
  return counts;
}
