import type { Generated } from 'kysely';

/** Background work that waits or is under way. */
export interface JobsTable {
  id: string;
  kind: string;
  /** The id of a case or check. At most one job of a kind for each subject. */
  subject: string;
  lane: Generated<string>;
  /** The case that it is done for; empty: none. */
  case_id: Generated<string>;
  /** Lower goes first: 0 for live, 1 for test mode. */
  priority: Generated<number>;
  /** How many jobs of its case were waiting when it came. */
  turn: Generated<number>;
  run_at: Date;
  /** How often it was begun. */
  attempt: number;
  leased_until: Date | null;
  /** Whose lease it is: a name that each claim has for itself. */
  claim: string | null;
  created_at: Date;
}
