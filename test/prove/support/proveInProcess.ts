import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Form } from './Lab.ts';
import type { Findings } from './Proof.ts';
import { takeTurns } from './takeTurns.ts';

/** Output and exit code of a process that runs a proof. */
export interface Said {
  code: number | null;
  out: string;
}

/** How many quick forms go at once: most of them wait for something, a lease that runs out or a process that starts. */
const AT_ONCE = 3;
const LONG = ['crash', 'delivery', 'erase'];

/** The longest first, so that none runs alone at the end. */
export function longestFirst(names: readonly string[]): string[] {
  const others = names.filter((name) => !LONG.includes(name));
  return [...LONG.filter((name) => names.includes(name)), ...others];
}

/** Runs proofs in other processes. */
export interface Prover {
  prove(name: string): Promise<Said>;
  /** Ends the processes that wait for another proof. */
  close(): void;
}

/**
 * A full form measures: it has the machine to itself, and a process of its own, so that it is not affected by memory left by
 * another. Quick forms share a few processes, since to start one takes about as long as many of them do.
 * @param env of the processes.
 */
export function prover(form: Form, env: NodeJS.ProcessEnv): Prover {
  if (form === 'quick') return quickProver(env);
  const turns = takeTurns(1);
  return { prove: (name) => turns(() => proveAlone(name, env)), close: () => undefined };
}

function proveAlone(name: string, env: NodeJS.ProcessEnv): Promise<Said> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../run.ts'), name], { env });
  const said = outputOf(child);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out: said() })));
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
        const said = await proveIn(lane, name);
        // What a failed proof left open must not affect the next.
        if (said.code === 0) idle.push(lane);
        else lane.kill('SIGKILL');
        return said;
      }),
    close: () => {
      for (const lane of idle.splice(0)) lane.disconnect();
    },
  };
}

function proveIn(lane: ChildProcess, name: string): Promise<Said> {
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
