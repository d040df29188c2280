import type { Mode } from '../../contract/mode.ts';
import {
  type Dataset,
  forcedHits,
  type Hit,
  listedTopics,
  possibleMatchThreshold,
  screen,
} from '../aml/index.ts';
import type { Deps } from '../deps.ts';
import type { FoundHit, Screened } from './foundHit.ts';
import type { ScreeningInput } from './screeningBox.ts';
import { statusOfHits } from './statusOfHits.ts';

/**
 * Looks for a person on the lists of a mode. Without a list nothing is clear: it is `unavailable`, and so is a kind of
 * list that is asked for and not loaded.
 */
export function screenPerson(
  { lists }: Pick<Deps, 'lists'>,
  mode: Mode,
  { person, ...options }: ScreeningInput,
): Screened {
  const forced = mode === 'test' ? forcedBy(person.familyName ?? '') : null;
  if (forced) return forced;
  const index = lists.index(mode);
  if (!index) return { status: 'unavailable', dataset: null, hits: [] };
  const minScore = options.minScore ?? possibleMatchThreshold;
  const screened = found(index.dataset, screen(index, person, { ...options, minScore }));
  const isMissing = options.lists?.some((topic) => !listedTopics(index).has(topic)) === true;
  return isMissing && screened.status === 'clear' ? { ...screened, status: 'unavailable' } : screened;
}

function forcedBy(familyName: string): Screened | null {
  if (familyName === 'IDVTEST_AML_DOWN') return { status: 'unavailable', dataset: null, hits: [] };
  const forced = forcedHits(familyName);
  return forced && found(forced.dataset, forced.hits);
}

function found({ version, publishedAt, lists }: Dataset, hits: readonly Hit[]): Screened {
  const kept = hits.map(asFound);
  return { status: statusOfHits(kept), dataset: { version, publishedAt, lists }, hits: kept };
}

function asFound({ id, score, lists, entity, explain, contentHash }: Hit): FoundHit {
  return { id, score, lists, entity, explain, contentHash, resolution: null, note: null };
}
