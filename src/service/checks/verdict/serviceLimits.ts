import { type Limits, resolveLimits } from '../../../vision/index.ts';

/**
 * The thresholds of the service: those of the page with some slack, since a frame that the page took at its limit is
 * compressed and measured anew here. What an integrator sets on the page changes nothing here.
 */
export const serviceLimits: Limits & ServiceLimits = {
  ...resolveLimits({
    minFacePixels: 90,
    minFace: 0.22,
    maxFace: 0.9,
    minLight: 55,
    maxLight: 212,
    minSharpness: 45,
    turnYaw: 10.5,
    lookPitch: 8.5,
    maxTurn: 55,
    blinkDrop: 0.22,
    maxBlinkTurn: 14,
    maxNeutralYaw: 18,
    maxNeutralPitch: 26,
    maxNeutralRoll: 22,
  }),
  eyeDetail: 0.004,
  blinkHeight: 0.85,
  frontTurn: 15,
  sameFaceFront: 0.4,
  sideTurn: 35,
  sameFaceAside: 0.6,
  referenceMatch: 0.5,
};

interface ServiceLimits {
  /**
   * Sharpness within an eye's opening as a share of the face's: less is no eye, but something smooth in front of it.
   * Measured: eyes in any light, distance and blur that pass otherwise, 0.012 and more; dark glasses below 0.002.
   */
  eyeDetail: number;
  /**
   * In a blink the upper face keeps at least this share of its height, in its widths. A picture that is tipped over
   * until its eyes seem shut loses a quarter.
   */
  blinkHeight: number;
  /** Up to this turn, in degrees, a face is compared by `sameFaceFront`. One person stays below 0.25 there. */
  frontTurn: number;
  /** As `sameFace`, for a frame that is hardly turned, such as a blink. */
  sameFaceFront: number;
  /** From this turn, in degrees, a face is compared by `sameFaceAside`, since its descriptor drifts. */
  sideTurn: number;
  /** As `sameFace`, for a frame that is turned far. */
  sameFaceAside: number;
  /** Up to this distance the reference picture matches; from `sameReference` on it does not. */
  referenceMatch: number;
}
