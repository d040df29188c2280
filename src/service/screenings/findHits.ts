import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Screened } from './foundHit.ts';
import { recallResolutions } from './recallResolutions.ts';
import type { ScreeningInput } from './screeningBox.ts';
import { screenPerson } from './screenPerson.ts';

/** Screens a person against the lists of this moment, and recalls what reviewers said of the hits. */
export async function findHits(
  deps: Deps,
  tx: Kysely<Database>,
  mode: Mode,
  input: ScreeningInput,
): Promise<Screened> {
  const screened = screenPerson(deps, mode, input);
  return await recallResolutions(deps, tx, { mode, person: input.person }, screened);
}
