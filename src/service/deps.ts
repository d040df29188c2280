import type { Kysely } from 'kysely';
import type { Bell } from './bell.ts';
import type { Examiner } from './checks/examiner.ts';
import type { Config } from './config.ts';
import type { Vault } from './crypto/vault.ts';
import type { Database } from './db/schema.ts';
import type { RateLimits } from './http/rateLimits.ts';
import type { Log } from './log.ts';
import type { ScreeningLists } from './screenings/screeningLists.ts';

/** What everything in the service is given; built once at the start. */
export interface Deps {
  config: Config;
  /** Where pages reach the API, ends in `/v1`. */
  baseUrl: string;
  db: Kysely<Database>;
  /** The only source of time, so that tests can move it. */
  clock: () => Date;
  log: Log;
  vault: Vault;
  lists: ScreeningLists;
  /** Who looks at pictures. */
  examiner: Examiner;
  rateLimits: RateLimits;
  bells: { jobs: Bell; deliveries: Bell };
  state: {
    draining: boolean;
    /** Idempotency keys of this process: the embedded database has one connection, where a second would wait. */
    inFlight: Set<string>;
    /** What pictures are being taken for, and from the page of which case if from one. */
    uploads: Map<string, string | null>;
  };
}
