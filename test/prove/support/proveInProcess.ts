import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Form } from './Lab.ts';
import type { Findings } from './Proof.ts';
import { takeTurns } from './takeTurns.ts';

/** Output and exit code of a process that runs a proof. */
export interface ProofResult {
  code: number | null;
  out: string;
}

/** How many quick forms go at once: most of them wait for something, a lease that runs out or a process that starts. */
const AT_ONCE = 3;
const LONG = ['crash', 'delivery', 'erase', 'failover'];

/** The longest first, so that none runs alone at the end. */
export function longestFirst(names: readonly string[]): string[] {
  const others = names.filter((name) => !LONG.includes(name));
  return [...LONG.filter((name) => names.includes(name)), ...others];
}

/** Runs proofs in other processes. */
export interface Prover {
  prove(name: string): Promise<ProofResult>;
  /** Ends the processes that wait for another proof. */
  close(): void;
}

/**
 * Full forms measure: each runs alone in its own process, so that memory left by another does not affect it. Quick
 * forms share a few processes, because starting one takes about as long as running many of them.
 * @param env the environment of the processes.
 */
export function prover(form: Form, env: NodeJS.ProcessEnv): Prover {
  if (form === 'quick') return quickProver(env);
  const turns = takeTurns(1);
  return { prove: (name) => turns(() => proveAlone(name, env)), close: () => undefined };
}

function proveAlone(name: string, env: NodeJS.ProcessEnv): Promise<ProofResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../run.ts'), name], { env });
  const output = outputOf(child);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out: output() })));
}

/** @returns everything that the process wrote since the call. */
function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let out = '';
  for (const stream of [stdout, stderr])
    stream!.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
  return () => out;
}

function quickProver(env: NodeJS.ProcessEnv): Prover {
  const turns = takeTurns(AT_ONCE);
  const idle: ChildProcess[] = [];
  const program = fileURLToPath(new URL('./quickLane.ts', import.meta.url));
  const start = () => fork(program, { env, silent: true, execArgv: [] });
  return {
    prove: (name) =>
      turns(async () => {
        const lane = idle.pop() ?? start();
        const result = await proveIn(lane, name);
        // What a failed proof left open must not affect the next.
        if (result.code === 0) idle.push(lane);
        else lane.kill('SIGKILL');
        return result;
      }),
    close: () => {
      for (const lane of idle.splice(0)) lane.disconnect();
    },
  };
}

function proveIn(lane: ChildProcess, name: string): Promise<ProofResult> {
  const output = outputOf(lane);
  return new Promise((resolve) => {
    const end = (code: number | null, last: string) => {
      for (const stream of [lane.stdout, lane.stderr]) stream!.removeAllListeners('data');
      lane.removeAllListeners('message').removeAllListeners('close');
      resolve({ code, out: output() + last });
    };
    lane.once('close', (code) => end(code ?? 1, ''));
    lane.once('message', ({ findings, error }: { findings?: Findings; error?: string }) => {
      if (findings)
        end(findings.ok ? 0 : 1, `${JSON.stringify({ proof: name, form: 'quick', ...findings })}\n`);
      else end(1, `${error}\n`);
    });
    lane.send(name);
  });
}
