/** Background jobs that are waiting or running. */
export interface JobsTable {
  id: string;
  kind: string;
  /** The id of a case or check. There is at most one job of a kind for each subject. */
  subject: string;
  queue: string;
  /** The case of the job; empty: none. */
  case_id: string;
  /** Lower values run first: 0 for live, 1 for test mode. */
  priority: number;
  /** Fairness rank: the number of jobs of the same case that were waiting when this one was added. */
  turn: number;
  run_at: Date;
  /** Number of times the job was started. */
  attempt: number;
  leased_until: Date | null;
  /** The id of the claim that holds the lease. Each claim has its own. */
  claim: string | null;
  created_at: Date;
}
