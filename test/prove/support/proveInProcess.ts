import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Form } from './Lab.ts';
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

/** Runs proofs in processes of their own, so that none is affected by memory left by another. */
export function prover(form: Form): (name: string, env?: NodeJS.ProcessEnv) => Promise<Said> {
  // The full forms measure, and want the machine for themselves.
  const turns = takeTurns(form === 'quick' ? AT_ONCE : 1);
  return (name, env = process.env) => turns(() => prove(name, form, env));
}

function prove(name: string, form: Form, env: NodeJS.ProcessEnv): Promise<Said> {
  const args = [join(import.meta.dirname, '../run.ts'), name, ...(form === 'quick' ? ['--quick'] : [])];
  const child = spawn(process.execPath, args, { env });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}
