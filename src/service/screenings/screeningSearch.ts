import type { Kysely, Selectable } from 'kysely';
import type { AmlScreening } from '../../contract/amlScreening.ts';
import type { Mode } from '../../contract/mode.ts';
import { possibleMatchThreshold } from '../../screening/screening.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import type { AmlScreeningsTable } from '../db/screeningTables.ts';
import { screeningEntities } from '../db/store/screeningEntities.ts';
import type { FoundHit } from './foundHit.ts';
import type { ScreeningInput } from './screeningCipher.ts';
import type { ThresholdsInForce } from './thresholds.ts';

/** Search keys of screenings, in addition to their case: keyed fingerprints, so that the tables contain no names. */
export const screeningSearch = {
  /** The mark of a list entity. */
  markOf: (vault: Vault, mode: Mode, entityId: string): string =>
    vault.fingerprint(purposes.listedEntity, JSON.stringify([mode, entityId])),

  /** Stores the entities that a screening matched, including those merged into one hit. */
  async index(
    vault: Vault,
    tx: Kysely<Database>,
    screening: Pick<Selectable<AmlScreeningsTable>, 'id' | 'case_id' | 'mode'>,
    hits: readonly FoundHit[],
  ): Promise<void> {
    const ids = new Set(hits.flatMap(({ id, sources }) => [id, ...sources.map((source) => source.id)]));
    const marks = [...ids].map((id) => screeningSearch.markOf(vault, screening.mode, id));
    await screeningEntities.put(tx, screening, marks);
  },

  /** The mark of the customer's reference. */
  referenceMark: (vault: Vault, reference: string | undefined): string | null =>
    customerFields.markOf(vault, reference ?? null),
};

/** The criteria of a screening, stored with it: they define the meaning of its status. */
export function criteriaOf(
  { lists, minScore }: ScreeningInput,
  { requestedBy, thresholds }: { requestedBy: string | null; thresholds: ThresholdsInForce },
): AmlScreening['criteria'] {
  return {
    // A call can list fewer hits, but not ignore those that affect the status.
    threshold: Math.min(minScore ?? possibleMatchThreshold, possibleMatchThreshold),
    thresholds: { version: thresholds.version, rules: thresholds.rules },
    minScore: minScore ?? null,
    lists: lists ?? null,
    requestedBy,
  };
}
