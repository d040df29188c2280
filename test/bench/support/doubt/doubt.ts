import { entityAt, type ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { wrongDates } from './dates.ts';
import { illegible } from './illegible.ts';
import { unknownKinds } from './kinds.ts';
import { numbers } from './numbers.ts';
import { oneWordNames, writtenShort } from './oneWord.ts';
import { organisations } from './organisations.ts';
import type { Outcome } from './outcome.ts';
import { transcriptions } from './transcriptions.ts';
import { vessels } from './vessels.ts';

/**
 * What is doubtful and must not be called different: of listed entities under rule-made alterations, how many are found and
 * how many are called clear. The engine was adjusted on the first half of the entities, the odd rows; the figures are of the
 * other half.
 * @param options.half `other` for the report, `first` to adjust
 */
export function doubtful(index: ScreeningIndex, { half, most }: { half: 'first' | 'other'; most: number }) {
  const all = Array.from(index.columns.entityFlags, (_, row) => entityAt(index, row));
  const entities = all.filter((_, row) => row % 2 === (half === 'first' ? 1 : 0));
  const some = (kind: Listed['kind']) => {
    const those = entities.filter((one) => one.kind === kind);
    const step = Math.max(1, Math.floor(those.length / most));
    return those.filter((_, i) => i % step === 0);
  };
  const [people, firms, ships] = [some('person'), some('organisation'), some('vessel')];
  const numbered = entities.filter(({ kind, identifiers }) => kind === 'person' && identifiers);
  const single = entities.filter(
    ({ kind, names }) => kind === 'person' && names.some(({ text }) => !/\s/.test(text)),
  );
  const groups: Record<string, Record<string, Outcome>> = {
    dates: wrongDates(index, people),
    kinds: unknownKinds(all, [...people, ...firms]),
    vessels: vessels(index, ships),
    illegible: illegible(index, people),
    numbers: numbers(index, numbered.slice(0, most)),
    organisations: organisations(index, firms),
    oneWord: oneWordNames(index, single.slice(0, most)),
    writtenShort: writtenShort(index, people),
  };
  const shares = Object.entries(groups).map(([group, outcomes]) => [group, sharesOf(outcomes)]);
  return { ...Object.fromEntries(shares), transcriptions: transcriptions(index) };
}

function sharesOf(outcomes: Record<string, Outcome>) {
  return Object.fromEntries(
    Object.entries(outcomes).map(([name, { n, found, clear }]) => [
      name,
      { n, found: rounded(found / n), clear: rounded(clear / n) },
    ]),
  );
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
