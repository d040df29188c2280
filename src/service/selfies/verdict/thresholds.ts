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
   * Maximum distance of two frames of a recording that certainly show one person, without further comparison. Among
   * 7,246 pairs of portraits of strangers the smallest distance is 0.60; among frames of strangers in clips it is 0.48.
   */
  sameFaceSurely: number;
  /**
   * Maximum distance for one person, averaged over the frames around a moment and their mirror images. In clips with
   * heads turned by up to 35 degrees, 99.9 % lie within 0.53. A larger distance is doubtful.
   */
  sameFaceAveraged: number;
  /** Above this distance, both in the pictures and in the trail, two people are certain. */
  differentFace: number;
  /** Trail frames within this many milliseconds of a step picture show the same moment. */
  momentMs: number;
  /**
   * Maximum distance for a match with the reference picture; from `sameReference` on it is a mismatch. Of 64 pairs of
   * different East Asian people, 33 lie within 0.6 and 4 within 0.5, so the range between goes to a reviewer.
   */
  referenceMatch: number;
}
