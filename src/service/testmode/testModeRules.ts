import type { Mode } from '../../contract/mode.ts';
import { type ScreeningIndex, testList } from '../../screening/screening.ts';
import type { Config } from '../settings/config.ts';

/** The differences of test mode, apart from forced outcomes (`forcedBy`) and its own endpoints. */
export const testModeRules = {
  /** Whether webhooks may go to this machine, if `WEBHOOK_ALLOW_LOOPBACK` allows it. */
  allowsLoopback: (mode: Mode, { webhooks }: Pick<Config, 'webhooks'>): boolean =>
    isTest(mode) && webhooks.allowLoopback,
  /** Whether the drawn face counts as a person. Its recording may also claim to last longer than it took. */
  allowsTestFace: isTest,
  /** The priority of jobs: lower values run first, so that live mode goes first. */
  priority: (mode: Mode | undefined): number => (isTest(mode) ? 1 : 0),
  /** The fictional list, used while no lists are in use; `null` in live mode. */
  list: (mode: Mode): ScreeningIndex | null => (isTest(mode) ? testList() : null),
};

function isTest(mode: Mode | undefined): boolean {
  return mode === 'test';
}
