import type { Mode } from '../../contract/mode.ts';
import { type ScreeningIndex, testList } from '../../screening/screening.ts';
import type { Config } from '../settings/config.ts';

/** What differs in test mode, besides the outcomes that names force (`forcedBy`) and the endpoints of its own. */
export const testModeRules = {
  /** Webhooks may go to this machine, where `WEBHOOK_ALLOW_LOOPBACK` says so. */
  allowsLoopback: (mode: Mode, { webhooks }: Pick<Config, 'webhooks'>): boolean =>
    isTest(mode) && webhooks.allowLoopback,
  /** A machine may show the face that is drawn for it, and needs not take the time that it says. */
  allowsTestFace: isTest,
  /** The priority of jobs, lower first: those of live mode go before. */
  priority: (mode: Mode | undefined): number => (isTest(mode) ? 1 : 0),
  /** The fictional list, for as long as there is no other. */
  list: (mode: Mode): ScreeningIndex | null => (isTest(mode) ? testList() : null),
};

function isTest(mode: Mode | undefined): boolean {
  return mode === 'test';
}
