import type { Kysely, Selectable } from 'kysely';
import { customerFields } from '../../crypto/customerFields.ts';
import { purposes } from '../../crypto/purposes.ts';
import type { DataKeyOwner, Vault } from '../../crypto/vault.ts';
import { watchReference } from '../../crypto/watchReference.ts';
import type { Database } from '../../db/schema.ts';
import type { AmlScreeningsTable, AmlWatchesTable } from '../../db/screeningTables.ts';
import { amlDatasets } from '../../db/store/amlDatasets.ts';
import { amlWatches } from '../../db/store/amlWatches.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { emitScreeningEvent } from '../recordScreening.ts';
import type { ScreeningInput } from '../screeningCipher.ts';
import type { ScreeningContext } from '../screeningContext.ts';

type Row = Selectable<AmlWatchesTable>;

export interface NotedWatch {
  cause: 'screened' | 'rescreened' | 'resolved';
  /** Further content of the event. */
  more?: Record<string, unknown>;
}

/** Makes a screening the current one of its watch and emits its event. */
export async function recordWatch(
  context: ScreeningContext,
  tx: Kysely<Database>,
  watch: Row,
  screening: Selectable<AmlScreeningsTable>,
  { cause, more }: NotedWatch,
): Promise<Row> {
  const { id, status, dataset, completed_at } = screening;
  const number = dataset && (await amlDatasets.numberOf(tx, dataset.version));
  const newest = number === null ? undefined : await amlDatasets.newestVersion(tx);
  if (newest && number !== null && newest.number > number && cause === 'screened')
    await enqueue(context, tx, { kind: 'monitor_cases', row: null, subject: newest.version });
  const isScreened = cause !== 'resolved' && dataset;
  const noted = await amlWatches.update(tx, watch.id, {
    status,
    screening_id: id,
    ...(isScreened && { aml_version: dataset.version, aml_screened_at: completed_at, aml_dataset: number }),
  });
  await emitScreeningEvent(context, tx, null, screening, {
    type: cause === 'screened' ? 'completed' : 'updated',
    more: { ...more, watchId: watch.id },
  });
  return noted;
}

/** Seals and opens the subject of a watch and the customer's reference for it. */
export function watchCipher(vault: Vault, watch: DataKeyOwner) {
  const purpose = purposes.watch(watch.id);
  return {
    seal: (input: ScreeningInput, reference: string | null) => ({
      sealed_input: vault.seal(watch, purpose, JSON.stringify(input)),
      sealed_reference: watchReference.seal(vault, watch, reference),
      reference_mark: customerFields.markOf(vault, reference),
    }),
    open: ({ sealed_input }: Pick<Selectable<AmlWatchesTable>, 'sealed_input'>) =>
      JSON.parse(vault.open(watch, purpose, sealed_input).toString()) as ScreeningInput,
  };
}
