import type { Kysely } from 'kysely';
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
import type { Database } from '../db/schema.ts';
import { amlEntities } from '../db/store/amlEntities.ts';
import { forcedBy, forcedByName } from '../testmode/forcedBy.ts';
import { carryOverResolutions } from './carryOverResolutions.ts';
import { type FoundHit, type Screened, statusOfHits } from './foundHit.ts';
import type { ScreeningInput } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';
import type { ScreeningLists } from './screeningLists.ts';

/**
 * Screens somebody against the lists of this moment, keeps what these say of the hits, and recalls what reviewers said
 * of them. `found` has the entries of all hits, also of those that are not shown.
 */
export async function findHits(
  context: ScreeningContext,
  tx: Kysely<Database>,
  mode: Mode,
  input: ScreeningInput,
): Promise<Screened & { found: ReadonlySet<string> }> {
  const screened = screenPerson(context, mode, input);
  const entities = screened.hits.map(({ entity }) => entity);
  if (screened.dataset) await amlEntities.keep(tx, screened.dataset.version, entities);
  const found = new Set(
    screened.hits.flatMap(({ id, sources }) => [id, ...sources.map((source) => source.id)]),
  );
  return { ...shown(await carryOverResolutions(context, tx, { mode, subject: input }, screened)), found };
}

/** The most hits that a screening shows. */
const MOST = 20;

/** Cuts what is too much, what nobody has resolved last of all; the status stays that of all hits. */
function shown({ hits, ...screened }: Screened): Screened {
  const rank = ({ resolution }: FoundHit) => (resolution === 'false_positive' ? 1 : 0);
  const kept = new Set([...hits].sort((a, b) => rank(a) - rank(b) || b.score - a.score).slice(0, MOST));
  return { ...screened, hits: hits.filter((hit) => kept.has(hit)) };
}

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
  return {
    ...hit,
    resolution: null,
    reasonCode: null,
    note: null,
    earlier: [],
    proposal: null,
    endedAt: null,
  };
}
