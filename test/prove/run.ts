import { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import { proofNames } from './support/proofNames.ts';
import { longestFirst, prover } from './support/proveInProcess.ts';
import { runProof } from './support/runProof.ts';
import { writeFigures } from './support/writeFigures.ts';

/**
 * Runs one proof, `node test/prove/run.ts NAME [--quick]`, or `all`, and prints its findings as one JSON object in the
 * last line. Exits with 1 if a promise does not hold.
 */
const args = process.argv.slice(2);
const form = args.includes('--quick') ? 'quick' : 'full';
const [name = '', ...more] = args.filter((arg) => arg !== '--quick');
if (more.length > 0 || !['all', ...proofNames()].includes(name)) {
  process.stderr.write(`Usage: npm run prove -- NAME [--quick], NAME is all, ${proofNames().join(', ')}.\n`);
  process.exit(2);
}
const findings = name === 'all' ? await proveAll() : await prove();
process.stdout.write(`${JSON.stringify({ proof: name, form, ...findings })}\n`);
// Resources left open by a failed proof must not keep the process alive.
process.exit(findings.ok ? 0 : 1);

async function prove(): Promise<Findings> {
  const findings = await runProof(name, form);
  const part = process.env['PROVE_PARTS'];
  if (form === 'full') writeFigures(part ? `${name} of ${part}` : name, findings, new Date());
  return findings;
}

async function proveAll(): Promise<Findings> {
  const proofs: Record<string, boolean> = {};
  // One server, and one database of each kind to copy: creating these takes seconds.
  const lab = new Lab(form);
  const server = lab.hasPostgres() ? await sharedServer(lab) : {};
  const all = prover(form, { PROVE_TEMPLATE: lab.template(), ...process.env, ...server });
  const proving = longestFirst(proofNames()).map(async (proof) => {
    const { code, out } = await all.prove(proof);
    process.stdout.write(out);
    proofs[proof] = code === 0;
  });
  await Promise.all(proving).finally(() => {
    all.close();
    return lab.close();
  });
  return { ok: Object.values(proofs).every(Boolean), proofs };
}

async function sharedServer(lab: Lab): Promise<NodeJS.ProcessEnv> {
  const tables = await lab.database('empty');
  // Proofs without a database must not load the code that creates tables.
  const { migrateDatabase } = await import('../support/migrateDatabase.ts');
  await migrateDatabase(tables);
  return { TEST_DATABASE_URL: await lab.server(), PROVE_TABLES: new URL(tables).pathname.slice(1) };
}
