import type { SelfieSignals } from '../../contract/selfieCheck.ts';

/** Of a take that was not looked at. */
export const noSignals: SelfieSignals = {
  background: null,
  neighbours: null,
  timing: null,
  cameraLabel: null,
};
