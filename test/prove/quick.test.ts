import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { leaveOut } from '../support/leaveOut.ts';
import { proofNames } from './support/proofNames.ts';

/** What shows nothing without a PostgreSQL of its own. */
const ON_POSTGRES = new Set(['exactly-once', 'revoke']);

test.each(proofNames())('%s holds in its quick form', { timeout: 180_000 }, async (name) => {
  if (ON_POSTGRES.has(name) && !inject('postgresUrl'))
    return leaveOut(`The proof ${name}`, 'install PostgreSQL');
  const { code, out } = await prove(name);
  const last = out.trimEnd().split('\n').at(-1) ?? '';
  expect({ code, findings: JSON.parse(last) }, out).toMatchObject({
    code: 0,
    findings: { proof: name, ok: true },
  });
});

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
