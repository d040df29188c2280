import { afterAll, beforeAll, inject, test } from 'vitest';
import { leaveOut } from '../support/leaveOut.ts';
import { proofNames } from './support/proofNames.ts';
import { longestFirst, type Prover, prover } from './support/proveInProcess.ts';

/** Proofs that need PostgreSQL. */
const ON_POSTGRES = new Set(['exactly-once', 'failover', 'pictures', 'revoke']);

let quick: Prover;

beforeAll(() => {
  const url = inject('postgresUrl');
  const server = url && { TEST_DATABASE_URL: url, PROVE_TABLES: inject('postgresTemplate') };
  quick = prover('quick', { ...process.env, PROVE_TEMPLATE: inject('embeddedTemplate'), ...server });
});
afterAll(() => quick.close());

test.concurrent.for(longestFirst(proofNames()))('%s holds in its quick form', async (name, { expect }) => {
  if (ON_POSTGRES.has(name) && !inject('postgresUrl'))
    return leaveOut(`The proof ${name}`, 'install PostgreSQL');
  const { code, out } = await quick.prove(name);
  const last = out.trimEnd().split('\n').at(-1) ?? '';
  expect(code, out).toBe(0);
  expect(JSON.parse(last), out).toMatchObject({ proof: name, ok: true });
});
