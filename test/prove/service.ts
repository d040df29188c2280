import bench from '../bench/service.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

const MIN_RATIO = { create: 0.8, read: 0.75 };

/**
 * Creates and reads of the service against a bare node:http handler with the same SQL. The quick form shows that both
 * answer; only the full form, which has the machine to itself, judges how fast.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  if (!lab.hasPostgres()) return { ok: true, leftOut: 'PostgreSQL is not installed' };
  const figures = await bench(
    lab.form === 'full' ? {} : { rounds: 1, requests: 64, databaseUrl: await lab.database() },
  );
  const { create, read } = figures;
  const isFast = create.ratio >= MIN_RATIO.create && read.ratio >= MIN_RATIO.read;
  const ok = lab.form === 'full' ? isFast : create.perSecond > 0 && read.perSecond > 0;
  return { ok, create, read, least: MIN_RATIO };
}
