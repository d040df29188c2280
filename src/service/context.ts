import type { Kysely } from 'kysely';
import type { HeadRecord, KeySlots } from './crypto/keySlots.ts';
import type { Vault } from './crypto/vault.ts';
import type { KeyErasure } from './db/KeyErasure.ts';
import type { Database } from './db/schema.ts';
import type { WakeSignals } from './db/WakeChannel.ts';
import type { Log } from './log.ts';
import type { Pictures } from './pictures/Pictures.ts';
import type { Config } from './settings/config.ts';
import type { Metrics } from './telemetry/Metrics.ts';

/** Dependencies of every layer above the database; created once at the start. */
export interface ServiceContext {
  config: Config;
  db: Kysely<Database>;
  /** The only source of time, so that tests can move it. */
  clock: () => Date;
  log: Log;
  metrics: Metrics;
  vault: Vault;
  pictures: Pictures;
  /** Wakes the background loops after a commit. */
  wake: WakeSignals;
  /** Destroys data keys after the commit of an erasure; `null` if they have no slots. */
  erasure: KeyErasure | null;
  /** The slots of data keys; `null` if there are none. */
  slots: KeySlots | null;
  /** The record of the audit log beside the slots, which must not be restored together with the database; `null`: none. */
  headRecord: HeadRecord | null;
}
