import type { JobKind, SweepKind } from './job.ts';

/**
 * Which lane a kind of job waits in. Lanes are worked off beside each other, so that whoever has just sent a selfie
 * waits behind no backlog of monitoring.
 */
export type Lane = 'selfies' | 'screening' | 'monitoring' | 'sweeps';

const LANES: Readonly<Record<Exclude<JobKind, SweepKind>, Lane>> = {
  verify_selfie: 'selfies',
  screen_case: 'screening',
  run_screening: 'screening',
  settle_case: 'screening',
  review_test_case: 'screening',
  monitor_cases: 'monitoring',
  run_batch: 'monitoring',
};

export function laneOf(kind: JobKind): Lane {
  return kind in LANES ? LANES[kind as keyof typeof LANES] : 'sweeps';
}
