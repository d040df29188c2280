import { type CaptureThresholds, resolveThresholds } from '../../../vision/index.ts';

/**
 * The thresholds of the service: those of the page with some tolerance, because a frame accepted at the page's limit is
 * compressed before it is measured again here. Thresholds set by an integrator on the page have no effect here.
 */
export const verdictThresholds: CaptureThresholds & ServiceLimits = {
  ...resolveThresholds({
    minFacePixels: 90,
    minFace: 0.22,
    maxFace: 0.9,
    minLight: 38,
    maxLight: 212,
    minSharpness: 45,
    minFineness: 0.09,
    turnYaw: 10.5,
    lookPitch: 10,
    maxTurn: 55,
    blinkDrop: 0.25,
    maxBlinkTurn: 14,
    maxNeutralYaw: 18,
    maxNeutralPitch: 26,
    maxNeutralRoll: 25,
  }),
  sameFaceSurely: 0.4,
  sameFace: 0.6,
  sameFaceAveraged: 0.55,
  differentFace: 0.6,
  momentMs: 350,
  referenceMatch: 0.42,
};

interface ServiceLimits {
  /**
   * Two frames of a recording closer than this are one person, and nothing more is asked: of 7,246 pairs of portraits of
   * strangers the closest two lie 0.60 apart, of the frames of strangers in clips 0.48.
   */
  sameFaceSurely: number;
  /**
   * Averaged over the frames about a moment and their mirror images, one person stays within this: in clips, turned up
   * to 35 degrees, 99.9 % within 0.53. Beyond it is doubtful.
   */
  sameFaceAveraged: number;
  /** Only beyond this, in the pictures and along the trail, two people are certain. */
  differentFace: number;
  /** Frames of the trail that far from a step picture, in milliseconds, show the same moment. */
  momentMs: number;
  /**
   * Maximum distance for a match with the reference picture; from `sameReference` on it is a mismatch. Of 64 pairs of
   * different East Asian people, 33 lie within 0.6 and 4 within 0.5, so the range between goes to a reviewer.
   */
  referenceMatch: number;
}
