import { createApp } from './app.ts';
import { Bell } from './bell.ts';
import type { EyeFiles } from './checks/examine/readEyeFiles.ts';
import { startExaminer } from './checks/examine/startExaminer.ts';
import type { Config } from './config.ts';
import { masterKey } from './crypto/masterKey.ts';
import { createVault } from './crypto/vault.ts';
import { type Connection, connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { listen } from './http/listen.ts';
import { RateLimits } from './http/rateLimits.ts';
import { insistOnMasterKey } from './insistOnMasterKey.ts';
import { startJobs } from './jobs/startJobs.ts';
import type { Log } from './log.ts';
import { registerKeys } from './registerKeys.ts';
import { ListKeeper } from './screenings/listKeeper.ts';
import { listSources } from './screenings/listSources.ts';
import { startDeliveries } from './webhooks/startDeliveries.ts';

/** A running service. */
export interface Service {
  /** Where it listens, without `/v1`. */
  url: string;
  deps: Deps;
  /** Does all background work that is due by now. */
  tick(): Promise<void>;
  /** Stops accepting, finishes what is in flight (at most `drainMs`, 8 s), and gives everything back. */
  close(drainMs?: number): Promise<void>;
}

interface Surroundings {
  /** The only source of time. */
  clock: () => Date;
  /** What to look at faces with; `null`: nothing. */
  eye: EyeFiles | null;
}

/**
 * Starts the service.
 * @throws {ConfigError} if a setting can't be met: the port is taken, the data directory is in use, the master key is
 *   another one than before.
 */
export async function startService(config: Config, log: Log, surroundings: Surroundings): Promise<Service> {
  const connection = await connect(config);
  try {
    return await startOn(connection, config, log, surroundings);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function startOn(
  { db, close: closeDatabase }: Connection,
  config: Config,
  log: Log,
  { clock, eye }: Surroundings,
): Promise<Service> {
  const bells = { jobs: new Bell(), deliveries: new Bell() };
  const sources = await listSources(config.amlLists);
  const lists = new ListKeeper({ config, clock, log, db, bells }, sources);
  const deps: Deps = {
    config,
    baseUrl: '',
    db,
    clock,
    log,
    vault: createVault(masterKey(config)),
    lists,
    examiner: startExaminer(eye),
    rateLimits: new RateLimits(() => clock().getTime(), config.rateLimitScale),
    bells,
    state: { draining: false, inFlight: new Set(), uploads: new Map() },
  };
  const applied = await migrate(db);
  if (applied.length > 0) log.info('migrated', { count: applied.length });
  await insistOnMasterKey(deps);
  await registerKeys(deps, config.bootstrapKeys);
  const server = await listen(deps, (request, env) => app.fetch(request, env));
  deps.baseUrl = `${config.publicUrl ?? server.url}/v1`;
  const app = createApp(deps);
  const jobs = startJobs(deps);
  lists.start();
  const deliveries = startDeliveries(deps);
  return {
    url: server.url,
    deps,
    tick: jobs.tick,
    close: async (drainMs = 8000) => {
      deps.state.draining = true;
      await Promise.all([server.close(drainMs), deliveries.stop(drainMs)]);
      await Promise.all([jobs.stop(), lists.stop()]);
      await deps.examiner.close();
      await closeDatabase();
    },
  };
}
