import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { waitFor } from './waitFor.ts';

const main = join(import.meta.dirname, '../../src/service/main.ts');

export interface ServiceProcess {
  child: ChildProcess;
  /** Its exit code; `null` if a signal ended it. */
  exited: Promise<number | null>;
  /** Where it listens, once it does. */
  url(): Promise<string>;
  out(): string;
  err(): string;
}

/** The service in a separate process with the given settings; it ends with the test at the latest. */
export function startServiceProcess(settings: Record<string, string>): ServiceProcess {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const url = async () => {
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await waitFor(() => out.includes('"url"') || hasEnded());
    expect(out + err).toContain('"url"');
    return /"url":"([^"]+)"/.exec(out)![1]!;
  };
  return { child, exited, url, out: () => out, err: () => err };
}
