import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../../support/waitFor.ts';
import type { Lab } from './Lab.ts';

const MAIN = join(import.meta.dirname, '../../../src/service/main.ts');

/** The service in a separate process. */
export interface ServiceNode {
  /** Where it listens, without `/v1`. */
  url: string;
  child: ChildProcess;
  /** The file with its log. */
  log: string;
  /** Sends a signal and waits for the exit. @returns the exit code; `null` if the signal ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the service with the given settings, by default on a free port and without rate limits. It ends with the lab
 * at the latest.
 * @throws with its output if it ends before it listens.
 */
export async function startNode(
  lab: Lab,
  settings: Record<string, string>,
  script: string = MAIN,
): Promise<ServiceNode> {
  const log = join(lab.folder(), 'log');
  const compiled = process.env['NODE_COMPILE_CACHE'];
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'],
      ...(compiled && { NODE_COMPILE_CACHE: compiled }),
      PORT: '0',
      RATE_LIMIT_SCALE: '0',
      ...settings,
    },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await exited;
  };
  lab.defer(() => end('SIGKILL'));
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  const url = () => /"event":"listening","url":"([^"]+)"/.exec(readFileSync(log, 'utf8'))?.[1];
  await waitFor(() => isGone() || url() !== undefined);
  if (isGone()) throw new Error(`The service ended: ${readFileSync(log, 'utf8').slice(-2000)}`);
  return { url: url()!, child, log, end };
}
