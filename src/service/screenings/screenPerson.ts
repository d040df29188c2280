import type { Mode } from '../../contract/mode.ts';
import {
  type Hit,
  listedTopics,
  possibleMatchThreshold,
  type ScreeningIndex,
  type ScreenOptions,
  type Subject,
  screen,
  testList,
} from '../../screening/screening.ts';
import { forcedBy, forcedByName } from '../testmode/forcedBy.ts';
import type { FoundHit, Screened } from './foundHit.ts';
import type { ScreeningContext } from './ScreeningContext.ts';
import type { ScreeningInput } from './screeningCipher.ts';
import type { ScreeningLists } from './screeningLists.ts';
import { statusOfHits } from './statusOfHits.ts';

/**
 * Looks for a person or an organisation on the lists of a mode. Without a list nothing is clear: it is `unavailable`, and so is a kind of
 * list that is asked for and not loaded.
 */
export function screenPerson(
  { lists }: Pick<ScreeningContext, 'lists'>,
  mode: Mode,
  input: ScreeningInput,
): Screened {
  const { person, organisation, ...options } = input;
  const forced = forcedScreening(lists, mode, person?.familyName ?? '');
  if (forced) return forced;
  const index = lists.index(mode);
  if (!index) return { status: 'unavailable', dataset: null, hits: [] };
  const minScore = options.minScore ?? possibleMatchThreshold;
  const screened = found(lists.stamp(index.dataset), hitsFor(index, input, { ...options, minScore }));
  const isMissing = options.lists?.some((topic) => !listedTopics(index).has(topic)) === true;
  return isMissing && screened.status === 'clear' ? { ...screened, status: 'unavailable' } : screened;
}

/** More than are shown: what a reviewer resolved before must not push anybody out of sight. */
const CONSIDERED = 200;

function hitsFor(index: ScreeningIndex, subject: Subject, options: ScreenOptions): Hit[] {
  const { person, organisation } = subject;
  return screen(index, person ? { person } : { organisation }, { ...options, limit: CONSIDERED });
}

/** What the family name forces in test mode, if anything: nothing can be said, or a hit on a fictional entry. */
function forcedScreening(lists: ScreeningLists, mode: Mode, familyName: string): Screened | null {
  const { screening } = forcedBy(forcedByName(mode, familyName));
  if (!screening) return null;
  if (screening === 'unavailable') return { status: 'unavailable', dataset: null, hits: [] };
  const index = testList();
  return found(
    lists.stamp(index.dataset),
    screen(index, { person: { fullName: screening.listedAs } }, { limit: 1 }),
  );
}

function found(dataset: Screened['dataset'], hits: readonly Hit[]): Screened {
  const kept = hits.map(asFound);
  return { status: statusOfHits(kept), dataset, hits: kept };
}

/** A hit that nobody looked at yet. */
function asFound(hit: Hit): FoundHit {
  return { ...hit, resolution: null, reasonCode: null, note: null, earlier: [], endedAt: null };
}
