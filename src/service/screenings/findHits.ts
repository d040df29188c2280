import type { Kysely } from 'kysely';
import type { Dataset } from '../../contract/amlScreening.ts';
import type { Mode } from '../../contract/mode.ts';
import {
  type Hit,
  namedWithoutVowels,
  possibleMatchThreshold,
  type ScreeningIndex,
  type SearchResult,
  search,
  testList,
} from '../../screening/screening.ts';
import type { Database } from '../db/schema.ts';
import { amlDatasets } from '../db/store/amlDatasets.ts';
import { amlEntities } from '../db/store/amlEntities.ts';
import { forcedBy, forcedByName } from '../testmode/forcedBy.ts';
import { carryOverResolutions } from './carryOverResolutions.ts';
import { type Screened, UNRESOLVED } from './foundHit.ts';
import type { ScreeningInput } from './screeningCipher.ts';
import type { ScreeningContext } from './screeningContext.ts';
import type { ScreeningLists } from './screeningLists.ts';
import { statusOf } from './statusOf.ts';
import {
  isPossibleMatch,
  lowestThreshold,
  noThresholds,
  type ThresholdsInForce,
  thresholdsInForce,
} from './thresholds.ts';

/**
 * Screens a subject against the current lists, stores the entries of the hits, and carries over the customer's earlier
 * resolutions.
 * `found` has the entries of all hits.
 * @param searched the result of `screenPerson`, where the subject was searched before the transaction
 */
export async function findHits(
  context: ScreeningContext,
  tx: Kysely<Database>,
  { mode, customer }: { mode: Mode; customer: string | null },
  input: ScreeningInput,
  searched?: Screened,
): Promise<Screened & { found: ReadonlySet<string> }> {
  const screened = searched ?? screenPerson(context, mode, input, await thresholdsInForce(tx, mode));
  const entities = screened.hits.map(({ entity }) => entity);
  if (screened.dataset) await amlEntities.keep(tx, screened.dataset.version, entities);
  const ids = new Set(
    screened.hits.flatMap(({ id, sources }) => [id, ...sources.map((source) => source.id)]),
  );
  const recalled = await carryOverResolutions(context, tx, { mode, customer, subject: input }, screened);
  return { ...(await lookedUp(tx, context.lists, recalled)), found: ids };
}

/**
 * If other nodes use newer lists than this process has loaded, the status cannot be clear: new entries would be missed.
 */
async function lookedUp(tx: Kysely<Database>, lists: ScreeningLists, screened: Screened): Promise<Screened> {
  const newerVersion = await newerDataset(tx, lists);
  if (newerVersion === null || !screened.dataset) return screened;
  const found = { ...screened, dataset: { ...screened.dataset, newerVersion } };
  return { ...found, status: statusOf(found) };
}

/** The version of a dataset newer than the loaded one; `null` if there is none. */
export async function newerDataset(db: Kysely<Database>, lists: ScreeningLists): Promise<string | null> {
  const inUse = lists.inUse();
  const newest = inUse && (await amlDatasets.newestVersion(db));
  // A dataset that was rolled back has a newer number and the same version.
  const isOther = newest?.version !== inUse?.index.dataset.version;
  return newest && isOther && newest.number > inUse.number ? newest.version : null;
}

/**
 * Searches a person or an organisation on the lists of a mode. Without lists, or without a requested kind of list, the
 * result is `unavailable`, never clear.
 */
export function screenPerson(
  { lists }: Pick<ScreeningContext, 'lists'>,
  mode: Mode,
  input: ScreeningInput,
  thresholds: ThresholdsInForce = noThresholds,
): Screened {
  const { person, organisation, ...options } = input;
  const forced = forcedScreening(lists, mode, person?.familyName ?? '');
  if (forced) return forced;
  const index = lists.index(mode);
  if (!index) return { ...unscreened, thresholds };
  const lowest = lowestThreshold(thresholds);
  const minScore = Math.min(options.minScore ?? possibleMatchThreshold, possibleMatchThreshold, lowest);
  const subject = person ? { person } : { organisation: organisation! };
  const result = search(index, subject, { lists: options.lists, minScore, limit: MAX_KEPT });
  const lacking = mode === 'live' ? [...lists.lacking()] : [];
  const isListed = (hit: Hit) => hit.score >= (options.minScore ?? 1) || isPossibleMatch(thresholds, hit);
  const hits = result.hits.filter(isListed);
  const totalHits = result.totalHits - (result.hits.length - hits.length);
  const found = { ...result, hits, totalHits };
  return { ...screenedAs({ ...datasetOf(lists, index), lacking }, found), thresholds };
}

/** The result of a screening without lists. */
const unscreened: Screened = {
  status: 'unavailable',
  dataset: null,
  hits: [],
  totalHits: 0,
  notCompared: [],
  thresholds: noThresholds,
};

/** Maximum number of stored hits. If there are more, the status stays possible until the search is refined. */
const MAX_KEPT = 200;

/** The result forced by the family name in test mode, if any: `unavailable`, or a hit on a fictional entry. */
function forcedScreening(lists: ScreeningLists, mode: Mode, familyName: string): Screened | null {
  const { screening } = forcedBy(forcedByName(mode, familyName));
  if (!screening) return null;
  if (screening === 'unavailable') return unscreened;
  const index = testList();
  const { hits } = search(index, { person: { fullName: screening.listedAs } }, { limit: 1 });
  return screenedAs(datasetOf(lists, index), { hits, totalHits: hits.length, notCompared: [] });
}

function datasetOf(lists: ScreeningLists, index: ScreeningIndex): Dataset {
  return { ...lists.stamp(index.dataset), namedWithoutVowels: namedWithoutVowels(index) };
}

function screenedAs(
  dataset: Screened['dataset'],
  { hits, totalHits, notCompared }: Pick<SearchResult, 'hits' | 'totalHits' | 'notCompared'>,
): Screened {
  const unresolved = hits.map((hit) => ({ ...hit, ...UNRESOLVED }));
  const stored = { hits: unresolved, totalHits, notCompared, dataset, thresholds: noThresholds };
  return { status: statusOf(stored), ...stored };
}
