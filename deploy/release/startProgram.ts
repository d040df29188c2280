import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that says `{"event": "listening", "url": …}` once it is up. */
export interface Started {
  url: string;
  pid: number;
  /** Ends it; @throws if it does not end with code 0. */
  stop(): Promise<void>;
}

/**
 * Starts a program and waits until it listens.
 * @throws with its output, if it exits before.
 */
export async function startProgram(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Started> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    createInterface(child.stdout).on('line', (line) => {
      said.push(line);
      if (line.includes('"event":"listening"')) resolve(JSON.parse(line).url);
    });
    void ended.then((code) => reject(new Error(`${program} ended with ${code}:\n${said.join('\n')}`)));
  });
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`${program} ended with ${code}:\n${said.join('\n')}`);
    },
  };
}
