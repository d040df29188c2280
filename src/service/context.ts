import type { Kysely } from 'kysely';
import type { Vault } from './crypto/vault.ts';
import type { KeyErasure } from './db/KeyErasure.ts';
import type { Database } from './db/schema.ts';
import type { WakeSignals } from './db/WakeChannel.ts';
import type { Log } from './log.ts';
import type { Config } from './settings/config.ts';
import type { Metrics } from './telemetry/Metrics.ts';

/** What every layer above the database is given; built once at the start. */
export interface ServiceContext {
  config: Config;
  db: Kysely<Database>;
  /** The only source of time, so that tests can move it. */
  clock: () => Date;
  log: Log;
  metrics: Metrics;
  vault: Vault;
  /** Wake the loops of the background after a commit. */
  wake: WakeSignals;
  /** Destroys data keys after the commit that erases; `null` where they have no slots. */
  erasure: KeyErasure | null;
  /** The directory of keys, which has what must not be put back with the database; `null`: none. */
  keysDirectory: string | null;
}
