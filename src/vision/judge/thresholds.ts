/**
 * All thresholds of guidance and check. The page and the service use the same table. An integrator may change a value
 * within `min` and `max`, which keep the check meaningful and passable. Lengths are shares of the picture's shorter
 * side unless stated otherwise; angles in degrees.
 */
export const thresholdTable = {
  /** Minimum confidence of the detector for a face. */
  minScore: { value: 0.6, min: 0.5, max: 0.9 },
  /** Minimum confidence of the landmark model for usable landmarks. */
  minPresence: { value: 0.7, min: 0.5, max: 0.95 },
  /**
   * Minimum width of another face that counts, relative to the main face: a person nearby, not a photograph far behind.
   */
  otherFace: { value: 0.3, min: 0.1, max: 0.6 },
  /** Minimum face width in pixels. Below about 100 the landmarks are unreliable. */
  minFacePixels: { value: 100, min: 80, max: 400 },
  /** Minimum face width: below it the person is asked to come closer. */
  minFace: { value: 0.3, min: 0.15, max: 0.5 },
  /** Maximum face width: above it the person is asked to move back. */
  maxFace: { value: 0.78, min: 0.6, max: 1 },
  /** Maximum distance of the middle of the face from the middle of the picture. */
  maxOffset: { value: 0.16, min: 0.05, max: 0.35 },
  /** Minimum mean luma of the face, 0 to 255: a darker face needs more light. */
  minLight: { value: 45, min: 30, max: 100 },
  /** Maximum mean luma of the face, 0 to 255: a brighter face is washed out. */
  maxLight: { value: 205, min: 160, max: 240 },
  /** Minimum variance of the Laplacian on the face grid: below it any face is blurred. */
  minSharpness: { value: 60, min: 20, max: 400 },
  /**
   * Minimum fineness of the face's detail in its weakest direction; below it the face moved during the exposure. None
   * of 96 frontal portraits and 210 frames of films is below. All pictures blurred along a line by 6 % of the face's
   * width are below, and nine of ten blurred by 4 to 6 %.
   */
  minFineness: { value: 0.1, min: 0.05, max: 0.2 },
  /** Minimum sharpness of an accepted frame, relative to the person's own best. */
  minOwnSharpness: { value: 0.5, min: 0.2, max: 0.9 },
  /**
   * Maximum movement of the face's middle between two frames, in face widths: above it the person is asked to hold
   * still.
   */
  maxMotion: { value: 0.06, min: 0.02, max: 0.2 },
  /** Maximum yaw of the neutral frame. */
  maxNeutralYaw: { value: 14, min: 6, max: 25 },
  /** Maximum pitch of the neutral frame. The straight view of faces differs by up to 14 degrees. */
  maxNeutralPitch: { value: 22, min: 15, max: 35 },
  /** Maximum roll of the neutral frame. */
  maxNeutralRoll: { value: 21, min: 8, max: 30 },
  /** Minimum yaw of a turn, relative to the neutral frame. A tilted flat picture reaches 6. */
  turnYaw: { value: 12, min: 10, max: 25 },
  /** Minimum pitch of a look up or down, relative to the neutral frame, in degrees of the head (`headPitch`). */
  lookPitch: { value: 10, min: 8, max: 18 },
  /** Maximum turn in any direction: beyond it the landmarks are no longer reliable. */
  maxTurn: { value: 50, min: 35, max: 60 },
  /** Minimum relative decrease of the eyes' openness in a blink, compared with the neutral frame. */
  blinkDrop: { value: 0.28, min: 0.2, max: 0.5 },
  /**
   * Maximum yaw and pitch of a blink, relative to the neutral frame: a blink is measurable only nearly from the front.
   */
  maxBlinkTurn: { value: 12, min: 5, max: 15 },
  /**
   * Minimum sharpness within an eye's opening, relative to that of the face. Below it a smooth surface covers the eye.
   * Of 404 frontal portraits five are below, most of them soft or shaded; dark glasses are.
   */
  eyeDetail: { value: 0.0015, min: 0.0005, max: 0.004 },
  /**
   * Maximum descriptor distance of two frames of one capture: above it they show different people. One person turning
   * and blinking in front of one camera stays below 0.36.
   */
  sameFace: { value: 0.5, min: 0.4, max: 0.6 },
  /** The same for a reference picture from another occasion (dlib: 0.6 gives 99.38 % on Labeled Faces in the Wild). */
  sameReference: { value: 0.6, min: 0.45, max: 0.6 },
} as const satisfies Record<string, { value: number; min: number; max: number }>;

/** One number for each threshold. */
export type CaptureThresholds = Record<keyof typeof thresholdTable, number>;

/**
 * The given thresholds, with defaults for the rest.
 * @throws RangeError that names the first value that is unknown, not a number or out of its safe bounds.
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
