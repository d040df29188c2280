/**
 * Every threshold of guidance and check, in one table. The page and the service use the same one; an integrator
 * may move a value within `min` and `max`, which keep the check meaningful and passable.
 * Lengths are shares of the picture's shorter side unless said otherwise; angles in degrees.
 */
export const thresholdTable = {
  /** Detector's confidence from which something is a face. */
  minScore: { value: 0.6, min: 0.5, max: 0.9 },
  /** Landmark model's confidence from which the landmarks are believed. */
  minPresence: { value: 0.7, min: 0.5, max: 0.95 },
  /** Another face counts from this share of the main face's width: people beside, not a photograph far behind. */
  otherFace: { value: 0.3, min: 0.1, max: 0.6 },
  /** Face width in pixels. Below about 100 the landmarks are guesswork. */
  minFacePixels: { value: 100, min: 80, max: 400 },
  /** Face width: below it the person comes closer. */
  minFace: { value: 0.3, min: 0.15, max: 0.5 },
  /** Face width: above it the person moves back. */
  maxFace: { value: 0.78, min: 0.6, max: 1 },
  /** How far the middle of the face may be from the middle of the picture. */
  maxOffset: { value: 0.16, min: 0.05, max: 0.35 },
  /** Mean luma of the face, 0 to 255: darker needs more light. */
  minLight: { value: 45, min: 30, max: 100 },
  /** Mean luma of the face, 0 to 255: brighter is washed out. */
  maxLight: { value: 205, min: 160, max: 240 },
  /** Variance of the Laplacian on the face grid: below it the picture is blurred for any face. */
  minSharpness: { value: 60, min: 20, max: 400 },
  /**
   * Minimum fineness of the face's detail in its weakest direction; below it the face moved during the exposure. None
   * of 96 frontal portraits and 210 frames of films is below. All pictures blurred along a line by 6 % of the face's
   * width are below, and nine of ten blurred by 4 to 6 %.
   */
  minFineness: { value: 0.1, min: 0.05, max: 0.2 },
  /** Share of the person's own best sharpness that a frame must reach to be taken. */
  minOwnSharpness: { value: 0.5, min: 0.2, max: 0.9 },
  /** Movement of the face's middle between two frames, in face widths: above it the person holds still first. */
  maxMotion: { value: 0.06, min: 0.02, max: 0.2 },
  /** The neutral frame: turned aside at most so much. */
  maxNeutralYaw: { value: 14, min: 6, max: 25 },
  /** The neutral frame: up or down at most so much. Faces differ by up to 14 degrees in what looks straight. */
  maxNeutralPitch: { value: 22, min: 15, max: 35 },
  /** The neutral frame: tilted at most so much. */
  maxNeutralRoll: { value: 21, min: 8, max: 30 },
  /** A turn to the side counts from here, relative to the neutral frame. A tilted flat picture reaches 6. */
  turnYaw: { value: 12, min: 10, max: 25 },
  /** A look up or down counts from here, relative to the neutral frame, in degrees of the head (`headPitch`). */
  lookPitch: { value: 10, min: 8, max: 18 },
  /** Beyond this, in any direction, the landmarks are no longer reliable. */
  maxTurn: { value: 50, min: 35, max: 60 },
  /** Share by which the eyes' opening drops in a blink, relative to the neutral frame. */
  blinkDrop: { value: 0.28, min: 0.2, max: 0.5 },
  /** A blink is only measured nearly from the front: yaw and pitch relative to the neutral frame. */
  maxBlinkTurn: { value: 12, min: 5, max: 15 },
  /**
   * Sharpness within an eye's opening as a share of the face's: less is no eye, but something smooth in front of it.
   * Of 404 frontal portraits five are below, most of them soft or shaded; dark glasses are.
   */
  eyeDetail: { value: 0.0015, min: 0.0005, max: 0.004 },
  /**
   * Frames of one capture whose descriptors are further apart show different people. One person turning and
   * blinking in front of one camera stays below 0.36.
   */
  sameFace: { value: 0.5, min: 0.4, max: 0.6 },
  /** The same for a reference picture, taken elsewhere (dlib: 0.6 gives 99.38 % on Labeled Faces in the Wild). */
  sameReference: { value: 0.6, min: 0.45, max: 0.6 },
} as const satisfies Record<string, { value: number; min: number; max: number }>;

/** One number for each threshold. */
export type CaptureThresholds = Record<keyof typeof thresholdTable, number>;

/**
 * The thresholds to use: those given, the defaults for the rest.
 * @throws RangeError that names the first value which is unknown, no number or out of its safe bounds.
 */
export function resolveThresholds(overrides: Partial<CaptureThresholds> = {}): CaptureThresholds {
  const limits = Object.fromEntries(
    Object.entries(thresholdTable).map(([name, { value }]) => [name, value]),
  ) as CaptureThresholds;
  for (const [name, value] of Object.entries(overrides) as [keyof CaptureThresholds, number][]) {
    const bounds = Object.hasOwn(thresholdTable, name) ? thresholdTable[name] : undefined;
    if (!bounds) throw new RangeError(`There is no threshold called ${name}.`);
    if (!(value >= bounds.min && value <= bounds.max)) {
      throw new RangeError(`The threshold ${name} must lie between ${bounds.min} and ${bounds.max}.`);
    }
    limits[name] = value;
  }
  return limits;
}
