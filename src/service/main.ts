import { readEyeFiles } from './checks/examine/readEyeFiles.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './configError.ts';
import { createLog } from './log.ts';
import { startService } from './service.ts';

// The only place of the service that touches the process: its settings, its signals, its end.

/** Whoever sent the signal waits ten seconds. */
const LONGEST_STOP_MS = 9800;

// Whoever reads what the service says may go away before it: that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const config = readConfig(process.env);
  for (const secret of ['IDV_BOOTSTRAP_KEY', 'IDV_MASTER_KEY', 'DATABASE_URL']) delete process.env[secret];
  const log = createLog(config.logLevel, (lines) => process.stdout.write(lines));
  const eye = await readEyeFiles(log);
  const service = await startService(config, log, { clock: () => new Date(), eye });
  log.info('listening', { url: service.url });
  const stop = async () => {
    log.info('stopping');
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    await service.close();
    log.info('stopped');
    setImmediate(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop());
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
