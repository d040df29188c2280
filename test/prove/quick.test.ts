import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject, test } from 'vitest';
import { leaveOut } from '../support/leaveOut.ts';
import { proofNames } from './support/proofNames.ts';

/** What shows nothing without a PostgreSQL of its own. */
const ON_POSTGRES = new Set(['exactly-once', 'revoke']);

/** Most of them wait for something: a lease that runs out, a process that starts. */
const lanes = takeTurns(3);

test.concurrent.for(longestFirst(proofNames()))(
  '%s holds in its quick form',
  { timeout: 300_000 },
  async (name, { expect }) => {
    if (ON_POSTGRES.has(name) && !inject('postgresUrl'))
      return leaveOut(`The proof ${name}`, 'install PostgreSQL');
    const { code, out } = await lanes(() => prove(name));
    const last = out.trimEnd().split('\n').at(-1) ?? '';
    expect({ code, findings: JSON.parse(last) }, out).toMatchObject({
      code: 0,
      findings: { proof: name, ok: true },
    });
  },
);

function longestFirst(names: string[]): string[] {
  const long = ['crash', 'delivery', 'erase'];
  return [...long, ...names.filter((name) => !long.includes(name))];
}

/** Lets so many work at once; others wait. */
function takeTurns(places: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

function prove(name: string): Promise<{ code: number | null; out: string }> {
  const env = { ...process.env, ...(inject('postgresUrl') && { TEST_DATABASE_URL: inject('postgresUrl') }) };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), name, '--quick'], { env });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}
