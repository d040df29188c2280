import { inject, test } from 'vitest';
import { leaveOut } from '../support/leaveOut.ts';
import { proofNames } from './support/proofNames.ts';
import { longestFirst, prover } from './support/proveInProcess.ts';

/** What shows nothing without a PostgreSQL of its own. */
const ON_POSTGRES = new Set(['exactly-once', 'revoke']);

const prove = prover('quick');

test.concurrent.for(longestFirst(proofNames()))(
  '%s holds in its quick form',
  { timeout: 300_000 },
  async (name, { expect }) => {
    const url = inject('postgresUrl');
    if (ON_POSTGRES.has(name) && !url) return leaveOut(`The proof ${name}`, 'install PostgreSQL');
    const server = url && { TEST_DATABASE_URL: url, PROVE_TABLES: inject('postgresTemplate') };
    const shared = { PROVE_TEMPLATE: inject('embeddedTemplate'), ...server };
    const { code, out } = await prove(name, { ...process.env, ...shared });
    const last = out.trimEnd().split('\n').at(-1) ?? '';
    expect({ code, findings: JSON.parse(last) }, out).toMatchObject({
      code: 0,
      findings: { proof: name, ok: true },
    });
  },
);
