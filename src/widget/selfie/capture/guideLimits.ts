import type { Limits } from '../../../vision/judge/limits.ts';

/**
 * A little stricter than the service: it measures the same frame again after it was packed as JPEG, at another size, and
 * a frame that only just did here should not just fail there.
 */
export function guideLimits(limits: Limits): Limits {
  return {
    ...limits,
    minFace: limits.minFace + 0.02,
    maxFace: limits.maxFace - 0.02,
    maxOffset: limits.maxOffset - 0.02,
    minLight: limits.minLight + 5,
    maxLight: limits.maxLight - 5,
    minSharpness: limits.minSharpness * 1.25,
    minFineness: limits.minFineness * 1.05,
    maxNeutralYaw: limits.maxNeutralYaw - 2,
    maxNeutralPitch: limits.maxNeutralPitch - 2,
    maxNeutralRoll: limits.maxNeutralRoll - 2,
    turnYaw: limits.turnYaw + 3,
    lookPitch: limits.lookPitch + 1,
    maxTurn: limits.maxTurn - 5,
    eyeDetail: limits.eyeDetail * 1.3,
    blinkDrop: limits.blinkDrop + 0.03,
    maxBlinkTurn: limits.maxBlinkTurn - 2,
  };
}
