import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { missingFiles } from './builtFiles.ts';
import { createLog, errorForLog } from './log.ts';
import { readFaceEngineFiles } from './selfies/examine/readFaceEngineFiles.ts';
import { type Part, startService } from './service.ts';
import { boundYoungHeap } from './settings/boundYoungHeap.ts';
import { ConfigError, readConfig } from './settings/config.ts';
import { misspeltSettings } from './settings/misspeltSettings.ts';
import { commandSecrets, secretNames, withSecretFiles } from './settings/secretFiles.ts';
import { environmentWarning } from './settings/startWithoutSecrets.ts';
import { useBaselineCompiler } from './settings/useBaselineCompiler.ts';
import { startTracing } from './telemetry/tracing.ts';

// The only file of the service that uses the process: settings, signals, exit codes, and the policy for failures that
// nobody handles.
//
// A rejected promise that nobody awaits is logged with its cause, and the process goes on: every write is one
// transaction, so such a promise leaves nothing half done, and one request must not end the service for all others.
// An exception that nobody caught may have left the memory of this process in any state. It is logged with its cause;
// then the process stops in order, as for SIGTERM, with exit code 1, and its supervisor starts it again.

/** Process managers kill a process ten seconds after the signal. */
const LONGEST_STOP_MS = 9800;

/** Delay from the start to the garbage collection of memory that only the start needed. */
const REST_MS = 3000;

useBaselineCompiler();
// One collection after the start, below, replaces V8's idle-time collections. Node 20 has no such flag.
if (Number.parseInt(process.versions.node, 10) >= 22) setFlagsFromString('--memory-reducer-gc-count=0');
boundYoungHeap();

/** Deep enough to reach our own code from within a library, since logs name the place of an error. */
Error.stackTraceLimit = 40;

// The reader of stdout or stderr may close it first (EPIPE). That must not end the service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** `--no-work`: answers requests without background work; `--no-serve`: background work only. */
const flags = new Set(process.argv.slice(2));

try {
  const part = partOf(flags);
  const missing = part === 'work' ? [] : missingFiles();
  if (missing.length > 0)
    throw new ConfigError(`Files of the pages are missing: ${missing.join(', ')}. Run "npm run build".`);
  const config = readConfig(withSecretFiles(process.env));
  const misspelt = misspeltSettings(process.env);
  for (const secret of [...secretNames, ...commandSecrets]) delete process.env[secret];
  const log = createLog(config.logLevel, (lines) => process.stdout.write(lines));
  for (const detail of misspelt) log.warn('setting unknown', { detail });
  process.on('unhandledRejection', (error) => log.error('promise rejected', errorForLog(error)));
  const warning = environmentWarning();
  if (warning) log.warn('secrets shown', { detail: warning });
  const endTracing = await startTracing(process.env);
  // In parallel with opening the database, which waits for its own code to compile.
  const engine = readFaceEngineFiles(log);
  engine.catch(() => {}); // awaited, and reported, by `startService`
  const service = await startService(config, log, {
    clock: () => new Date(),
    followsDatabase: true,
    engine,
    part,
  });
  if (part === 'work') log.info('working');
  else log.info('listening', { url: service.url });
  const rest = setTimeout(collectGarbage, REST_MS).unref();
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    clearTimeout(rest);
    log.info('stopping');
    setTimeout(() => process.exit(1), config.drainDelayMs + LONGEST_STOP_MS).unref();
    try {
      await service.close();
      await endTracing?.();
      log.info('stopped');
    } catch (error) {
      log.error('not stopped in order', errorForLog(error));
      process.exitCode = 1;
    }
    setImmediate(() => process.exit());
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop());
  process.on('uncaughtException', (error) => {
    log.error('exception not caught', errorForLog(error));
    process.exitCode = 1;
    void stop();
  });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function partOf(flags: ReadonlySet<string>): Part {
  const unknown = [...flags].find((flag) => flag !== '--no-work' && flag !== '--no-serve');
  if (unknown) throw new ConfigError(`The option ${unknown} does not exist. "serve" has --no-work.`);
  if (flags.size === 2) throw new ConfigError('"work --no-work" would do nothing. Give one of them.');
  if (flags.has('--no-work')) return 'serve';
  return flags.has('--no-serve') ? 'work' : 'all';
}

/**
 * Frees unreferenced memory. An idle service allocates so little that V8 would keep the garbage of the start for hours:
 * tens of megabytes of files.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync' });
}
