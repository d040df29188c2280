import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../../../src/service/log.ts';
import { startService } from '../../../src/service/service.ts';
import { readConfig } from '../../../src/service/settings/config.ts';

// The service with a picture check that waits for its measured time instead of using a core, for machines with fewer
// cores than the proof has nodes. Everything else is unchanged.
const JUDGE_MS = Number(process.env['PROVE_JUDGE_MS']);
const log = createLog('info', (lines) => process.stdout.write(lines));
const surroundings = { clock: () => new Date(), engine: null };
const service = await startService(readConfig(process.env), log, surroundings);
const { examiner } = service.deps;
const { judge } = examiner;
examiner.judge = async (evidence, capture) => {
  await pause(JUDGE_MS);
  return await judge(evidence, capture);
};
log.info('listening', { url: service.url });
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
