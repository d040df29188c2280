import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.ts';
import { startDeliveries } from './background/startDeliveries.ts';
import { startJobs } from './background/startJobs.ts';
import { fontsFolder } from './builtFiles.ts';
import type { ServiceContext } from './context.ts';
import { openCredentials } from './credentials/openCredentials.ts';
import { masterKey } from './crypto/masterKey.ts';
import { createVault } from './crypto/vault.ts';
import { type Connection, connect } from './db/connect.ts';
import { type FollowedClock, followClock } from './db/followClock.ts';
import { isDiskFull } from './db/isDatabaseDown.ts';
import { KeyErasure } from './db/KeyErasure.ts';
import { migrateDatabase } from './db/migrateDatabase.ts';
import { PrepareKeys } from './db/PrepareKeys.ts';
import { WakeChannel, WakeSignal } from './db/WakeChannel.ts';
import type { Deps } from './deps.ts';
import { openControlSocket } from './desk/controlSocket.ts';
import { type Listener, listen } from './http/listen.ts';
import { nodeLimits } from './http/nodeLimits.ts';
import { registerKeys } from './keys/apiKeys.ts';
import { keyStore } from './keys/keyStore.ts';
import { exposedSlots } from './keys/openKeyBucket.ts';
import { rootKey } from './keys/rootKey.ts';
import { UploadMemoryBudget } from './limits/UploadMemoryBudget.ts';
import { errorForLog, type Log } from './log.ts';
import { createMetricsEndpoint, listenInternal } from './metrics/metricsEndpoint.ts';
import { openPictures } from './pictures/openPictures.ts';
import { startReadiness } from './readiness/readiness.ts';
import { ListKeeper, type ListLoader } from './screenings/ListKeeper.ts';
import { listSources } from './screenings/listSources.ts';
import { ReportPrinter } from './screenings/report/ReportPrinter.ts';
import type { FaceEngineFiles } from './selfies/examine/readFaceEngineFiles.ts';
import { startExaminer } from './selfies/examine/startExaminer.ts';
import type { Examiner } from './selfies/examiner.ts';
import { type Config, ConfigError } from './settings/config.ts';
import { firstStartNotices } from './settings/firstStartNotices.ts';
import { Metrics } from './telemetry/Metrics.ts';

/** Memory for uploads in progress, all requests together: about ten captures of maximum size. */
const MAX_UPLOAD_BYTES = 256 * 2 ** 20;

/** A running service. */
export interface Service {
  /** URL of the service, without `/v1`; empty for a process without HTTP. */
  url: string;
  deps: Deps;
  /** Runs all background work that is due. */
  tick(): Promise<void>;
  /**
   * Reports the shutdown at `/readyz` for `DRAIN_DELAY_MS`, stops accepting connections, finishes requests in flight
   * (at most `drainMs`, 8 s), and releases all resources.
   */
  close(drainMs?: number): Promise<void>;
}

/** The role of a process: everything, HTTP only, or background work only. */
export type Part = 'all' | 'serve' | 'work';

interface Surroundings {
  /** The only source of time. */
  clock: () => Date;
  /** Whether the time is that of PostgreSQL, where the clock differs from it. */
  followsDatabase?: boolean;
  /** The files of the face engine; `null` without an engine. They may still be loading while the database opens. */
  engine: FaceEngineFiles | null | Promise<FaceEngineFiles | null>;
  /** `all` if absent. */
  part?: Part;
  /** The folder of report fonts; by default that of the build. */
  fonts?: string;
  /** Examines pictures; closed with the service. By default the service starts one with `engine`. */
  examiner?: Examiner;
  /** Reads the lists; by default in threads. */
  listLoader?: ListLoader;
}

/**
 * Starts the service.
 * @throws {ConfigError} if a setting cannot be applied: the port or the data directory is in use, or the master key has
 * changed.
 */
export async function startService(config: Config, log: Log, surroundings: Surroundings): Promise<Service> {
  const { part = 'all' } = surroundings;
  if (part !== 'all' && !config.databaseUrl)
    throw new ConfigError(
      'The embedded database supports one process: set DATABASE_URL for "serve --no-work" and "work".',
    );
  const missing = firstStartNotices(config);
  const resources: Release[] = [];
  try {
    const connection = await connect(config);
    resources.push(connection.close);
    const { clock, stop } = await clockOf(surroundings, config, connection, log);
    resources.push(stop);
    const context = await openContext(connection, config, {
      log,
      clock,
      taken: resources,
    });
    const service = await startOn(context, connection, { ...surroundings, part }, resources);
    for (const notice of missing) log.info('generated', notice);
    return {
      ...service,
      close: async (drainMs) => {
        await stop();
        await service.close(drainMs);
      },
    };
  } catch (error) {
    // The cause of the failed start is thrown; a failure to release is logged beside it.
    const noteFailure = (failure: unknown) => log.warn('not released', errorForLog(failure));
    for (const release of resources.reverse()) await release()?.catch(noteFailure);
    throw isDiskFull(error) ? insufficientSpace(config, error) : error;
  }
}

/** The time of the database, where nodes share one. */
async function clockOf(
  { clock, followsDatabase = false }: Surroundings,
  { databaseUrl }: Config,
  { db }: Connection,
  log: Log,
): Promise<FollowedClock> {
  if (followsDatabase && databaseUrl !== null) return await followClock(db, clock, log);
  return { clock, stop: async () => {} };
}

/** A pooler in transaction mode does not forward notifications: nodes then poll, with a delay. */
function wakeChannel({ databaseUrl, databaseDirectUrl, database }: Config, log: Log): WakeChannel | null {
  if (databaseUrl === null) return null;
  const url = databaseDirectUrl ?? (database.prepare ? databaseUrl : null);
  if (url) return new WakeChannel(url, log);
  const detail =
    'With DB_PREPARE=false, nodes poll for work once a second. Set DATABASE_DIRECT_URL to an address without the pooler.';
  log.warn('no wake channel', { detail });
  return null;
}

function insufficientSpace({ databaseUrl, dataDir }: Config, cause: unknown): ConfigError {
  const isOfDatabase = databaseUrl !== null && !String((cause as { code?: unknown }).code).startsWith('E');
  const where = isOfDatabase
    ? 'The disk of the database is full'
    : `The disk of DATA_DIR (${resolve(dataDir)}) is full`;
  return new ConfigError(`${where}. Free space, and start again.`, { cause });
}

/** Releases a resource taken during the start. If a later step fails, they run in reverse order. */
type Release = () => Promise<unknown> | undefined;

/** Applies pending migrations, and opens the dependencies of the layers above the database. */
async function openContext(
  { db: plain }: Connection,
  config: Config,
  { log, clock, taken }: { log: Log; clock: () => Date; taken: Release[] },
): Promise<ServiceContext> {
  const applied = await migrateDatabase(config, { db: plain });
  if (applied.length > 0) log.info('migrated', { count: applied.length });
  const root = await rootKey.openOrCreate(plain, masterKey(config), clock());
  const metrics = new Metrics();
  const { slots, record } = await keyStore.open(plain, config, (operation, result, seconds) =>
    metrics.keyStore(operation, { result, seconds }),
  );
  taken.push(async () => slots?.close());
  const vault = createVault(root, slots);
  const db = vault.preparesKeys ? plain.withPlugin(new PrepareKeys(vault)) : plain;
  const pictures = await openPictures({ config, db, vault, clock, log, metrics });
  taken.push(async () => pictures.close());
  if (!slots) log.warn('no key directory', { detail: keyStore.missing });
  const exposed = exposedSlots(config.keys);
  if (exposed) log.warn('keys without TLS', { detail: exposed });
  return {
    config,
    db,
    clock,
    log,
    vault,
    pictures,
    metrics,
    wake: { jobs: new WakeSignal(), deliveries: new WakeSignal(), handoffs: new WakeSignal() },
    erasure: slots ? new KeyErasure(slots, log) : null,
    slots,
    headRecord: record,
  };
}

function newState(): Deps['state'] {
  return {
    draining: false,
    hasJobs: false,
    inFlight: new Set(),
    uploads: new Map(),
    streams: new Map(),
    uploadMemory: new UploadMemoryBudget(MAX_UPLOAD_BYTES),
  };
}

/** Answers requests. @returns the internal listener; `null` if metrics have no port of their own. */
async function serveOn(deps: Deps, server: Listener | null, { pool, isFull }: Connection) {
  const { token, port } = deps.config.metrics;
  const metricsEndpoint = token || port !== null ? createMetricsEndpoint({ ...deps, pool }) : null;
  const readiness = startReadiness({ ...deps, isFull });
  server?.serve(createApp(deps, { metricsEndpoint, readiness }).fetch);
  if (port === null) return null;
  const { config, log } = deps;
  const inside = await listenInternal(metricsEndpoint!, { readiness, log, host: config.host, port });
  log.info('metrics', { url: `${inside.url}/metrics` });
  return inside;
}

async function startOn(
  context: ServiceContext,
  connection: Connection,
  { engine, part = 'all', fonts = fontsFolder, examiner: sharedExaminer, listLoader }: Surroundings,
  resources: Release[],
): Promise<Service> {
  const { config, log, wake } = context;
  const lists = new ListKeeper(context, await listSources(config.amlLists), listLoader);
  resources.push(() => lists.stop());
  const credentials = await openCredentials(context);
  resources.push(credentials.stop);
  await registerKeys(context, config.bootstrapKeys);
  const server = part === 'work' ? null : await listen(config);
  resources.push(async () => server?.close(0));
  const examiner = sharedExaminer ?? startExaminer(await engine, { log });
  resources.push(() => examiner.close());
  const deps: Deps = {
    ...context,
    baseUrl: `${config.publicUrl ?? server?.url ?? ''}/v1`,
    lists,
    examiner,
    ...credentials.parts,
    printer: new ReportPrinter(fonts),
    rateLimits: nodeLimits(context),
    state: newState(),
  };
  const inside = await serveOn(deps, server, connection);
  resources.push(async () => inside?.close());
  const address = config.publicUrl ?? server?.url ?? '';
  const control = part === 'all' ? await openControlSocket(deps, () => address) : null;
  resources.push(async () => control?.close());
  const jobs = part === 'serve' ? null : startJobs(deps);
  resources.push(async () => jobs?.stop());
  const channel = wakeChannel(config, log);
  resources.push(async () => channel?.close());
  // Nothing waits for it: nodes poll too.
  void channel?.open(wake);
  lists.start();
  const deliveries = part === 'serve' ? null : startDeliveries(deps);
  return {
    url: server?.url ?? '',
    deps,
    tick: async () => await jobs?.tick(),
    close: async (drainMs = 8000) => {
      deps.state.draining = true;
      server?.endKeepAlive();
      // Load balancers poll /readyz; until they notice, requests still arrive.
      if (config.drainDelayMs > 0) await delay(config.drainDelayMs);
      await Promise.all([channel?.close(), control?.close()]);
      await Promise.all([server?.close(drainMs), deliveries?.stop(drainMs)]);
      await Promise.all([jobs?.stop(), lists.stop(), credentials.stop(), inside?.close()]);
      await Promise.all([examiner.close(), deps.printer.close()]);
      await connection.close();
      context.pictures.close();
      await context.slots?.close();
    },
  };
}
