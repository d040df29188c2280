import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds job queues: live mode first, fair between cases. A lease belongs to the claim that took it. */
export async function lanes(db: Kysely<Database>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table jobs add column lane text not null default 'screening', add column case_id text collate "C" not null
    default '', add column priority smallint not null default 0, add column turn integer not null default 0,
    add column claim text`,
  `update jobs set lane = case kind when 'verify_selfie' then 'selfies' when 'monitor_cases' then 'monitoring'
    else 'screening' end`,
  'drop index jobs_due',
  'create index jobs_in_lanes on jobs (lane, priority, turn, run_at)',
  `create index jobs_of_cases on jobs (case_id, lane) where case_id <> ''`,
  'create index jobs_claimed on jobs (claim) where claim is not null',
];
