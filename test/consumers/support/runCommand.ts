import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

interface Running {
  child: ChildProcess;
  /** Everything that the process has written so far. */
  output(): string;
  /** The exit code; 1 if a signal ended the process. */
  ended: Promise<number>;
  /** Ends the process and its children. */
  stop(): Promise<void>;
}

/** Starts a command in the folder of an app, with the programs that the app installed before all others. */
export function runCommand(command: string, folder: string, env: Record<string, string> = {}): Running {
  const path = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(
    delimiter,
  );
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    // A separate process group, because a shell does not forward signals.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...quiet(process.env), ...env, PATH: path },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  const stop = async () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
    await ended;
  };
  return { child, output: () => output, ended, stop };
}

/** The environment without variables of npm and the test runner, and with telemetry of the tools disabled. */
function quiet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(npm_|NODE_OPTIONS|NODE_ENV|VITEST|VITE_)/.test(name),
  );
  const off = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  return { ...Object.fromEntries(kept), ...off, NG_CLI_ANALYTICS: 'false', CI: '1', NO_COLOR: '1' };
}
