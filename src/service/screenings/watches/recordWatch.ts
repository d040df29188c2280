import type { Kysely, Selectable } from 'kysely';
import { customerFields } from '../../crypto/customerFields.ts';
import { purposes } from '../../crypto/purposes.ts';
import type { Vault } from '../../crypto/vault.ts';
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
  /** What more there is to tell. */
  more?: Record<string, unknown>;
}

/** Notes a screening at its watch as the newest one, and tells of it. */
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
    more: {
      ...more,
      watchId: watch.id,
      clientReferenceId: watchCipher(context.vault, watch.id).reference(watch),
    },
  });
  return noted;
}

/** Seals and opens whom a watch is of, and what the customer calls them. */
export function watchCipher(vault: Vault, id: string) {
  return {
    seal: (input: ScreeningInput, reference: string | null) => ({
      sealed_input: vault.sealShared(purposes.watch(id), JSON.stringify(input)),
      sealed_reference: reference === null ? null : vault.sealShared(purposes.watchReference(id), reference),
      reference_mark: customerFields.markOf(vault, reference),
    }),
    open: ({ sealed_input }: Pick<Selectable<AmlWatchesTable>, 'sealed_input'>) =>
      JSON.parse(vault.openShared(purposes.watch(id), sealed_input).toString()) as ScreeningInput,
    reference: ({ sealed_reference }: Pick<Selectable<AmlWatchesTable>, 'sealed_reference'>) =>
      sealed_reference ? vault.openShared(purposes.watchReference(id), sealed_reference).toString() : null,
  };
}
