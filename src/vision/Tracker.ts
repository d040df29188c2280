import type { FaceEngine } from './FaceEngine.ts';
import { regionOfLandmarks } from './face/face.ts';
import type { CaptureThresholds } from './judge/thresholds.ts';
import { measureFace, measureFaces } from './measure.ts';
import type { Measurement } from './measurement.ts';
import type { Picture } from './picture.ts';

/**
 * Measures the frames of a camera one after the other. While a face is followed by its landmarks the detector
 * only runs every fifth frame, to see whether anybody else has come.
 */
export class Tracker {
  readonly #eye: FaceEngine;
  readonly #limits: CaptureThresholds;
  #last: Measurement | null = null;
  #sinceDetection = 0;

  constructor(eye: FaceEngine, limits: CaptureThresholds) {
    this.#eye = eye;
    this.#limits = limits;
  }

  /** Forgets the face that was followed: after a pause, or with another camera. */
  reset(): void {
    this.#last = null;
  }

  next(picture: Picture): Measurement {
    this.#eye.load(picture);
    const followed = this.#follow(picture);
    if (followed) {
      this.#sinceDetection++;
      this.#last = followed;
      return followed;
    }
    this.#sinceDetection = 0;
    this.#last = measureFaces(this.#eye, picture, this.#eye.detect(this.#limits.minScore), this.#limits);
    return this.#last;
  }

  #follow({ width, height }: Picture): Measurement | null {
    const mesh = this.#last?.face?.mesh;
    if (!mesh || mesh.presence < this.#limits.minPresence || this.#sinceDetection >= 4) return null;
    const face = measureFace(this.#eye, regionOfLandmarks(mesh.landmarks), mesh.presence);
    return { width, height, faces: this.#last!.faces, face };
  }
}
