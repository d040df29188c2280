import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { Database } from '../db/schema.ts';
import { amlEntities } from '../db/store/amlEntities.ts';
import type { FoundHit, Screened } from './foundHit.ts';
import { recallResolutions } from './recallResolutions.ts';
import type { ScreeningContext } from './ScreeningContext.ts';
import type { ScreeningInput } from './screeningCipher.ts';
import { screenPerson } from './screenPerson.ts';

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
  return { ...shown(await recallResolutions(context, tx, { mode, subject: input }, screened)), found };
}

/** The most hits that a screening shows. */
const MOST = 20;

/** Cuts what is too much, what nobody has resolved last of all; the status stays that of all hits. */
function shown({ hits, ...screened }: Screened): Screened {
  const rank = ({ resolution }: FoundHit) => (resolution === 'false_positive' ? 1 : 0);
  const kept = new Set([...hits].sort((a, b) => rank(a) - rank(b) || b.score - a.score).slice(0, MOST));
  return { ...screened, hits: hits.filter((hit) => kept.has(hit)) };
}
