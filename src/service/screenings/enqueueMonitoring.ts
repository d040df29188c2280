import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { enqueue } from '../jobs/enqueue.ts';

/** Nodes that may monitor at once: each takes one of so many equal jobs. The embedded database has one process. */
const SHARES = 8;

/** Has all that is monitored screened against a dataset, by as many nodes as there are. */
export async function enqueueMonitoring(
  context: Pick<Context, 'wake' | 'clock' | 'config'>,
  tx: Kysely<Database>,
  version: string,
): Promise<void> {
  const shares = context.config.databaseUrl === null ? 1 : SHARES;
  for (let share = 1; share <= shares; share++) {
    const subject = share === 1 ? version : `${version}#${share}`;
    await enqueue(context, tx, { kind: 'monitor_cases', row: null, subject });
  }
}

/** The version of the dataset that a job of monitoring is about. */
export function versionOf(subject: string): string {
  return subject.replace(/#\d+$/, '');
}
