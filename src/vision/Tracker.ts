import type { FaceEngine } from './FaceEngine.ts';
import {
  type Face,
  type Landmarks,
  point,
  type Region,
  regionOfFace,
  regionOfLandmarks,
  type Tracked,
} from './face/face.ts';
import { poseBetween } from './face/poseBetween.ts';
import type { CaptureThresholds } from './judge/thresholds.ts';
import type { MeasuredFace, Measurement, Mesh } from './measurement.ts';
import type { Picture } from './picture.ts';

/**
 * Measures the frames of a camera in sequence. While a face is tracked by its landmarks, the detector runs only every
 * fifth frame, to find other faces.
 */
export class Tracker {
  readonly #engine: FaceEngine;
  readonly #limits: CaptureThresholds;
  #last: Measurement | null = null;
  #sinceDetection = 0;

  constructor(engine: FaceEngine, limits: CaptureThresholds) {
    this.#engine = engine;
    this.#limits = limits;
  }

  /** Forgets the tracked face: after a pause, or with another camera. */
  reset(): void {
    this.#last = null;
  }

  next(picture: Picture): Measurement {
    this.#engine.load(picture);
    const followed = this.#follow(picture);
    if (followed) {
      this.#sinceDetection++;
      this.#last = followed;
      return followed;
    }
    this.#sinceDetection = 0;
    this.#last = measureFaces(
      this.#engine,
      picture,
      this.#engine.detect(this.#limits.minScore),
      this.#limits,
    );
    return this.#last;
  }

  #follow({ width, height }: Picture): Measurement | null {
    const mesh = this.#last?.face?.mesh;
    if (!mesh || mesh.presence < this.#limits.minPresence || this.#sinceDetection >= 4) return null;
    const face = measureFace(this.#engine, regionOfLandmarks(mesh.landmarks), mesh.presence);
    return { width, height, faces: this.#last!.faces, face };
  }
}

/**
 * Measures a single picture: detects faces, then measures the largest one, with landmarks if the engine has them. Takes
 * about 7 ms for 640 x 480. For a series of frames `Tracker` is faster. A side of more than 1280 pixels adds no
 * accuracy: scale such a picture down first.
 * @throws RangeError if the picture is empty, too large (2048 x 2048) or has a wrong number of bytes.
 */
export function measure(engine: FaceEngine, picture: Picture, limits: CaptureThresholds): Measurement {
  engine.load(picture);
  return measureFaces(engine, picture, engine.detect(limits.minScore), limits);
}

/** The same for a picture that the engine has already loaded, and faces that were already detected. */
function measureFaces(
  engine: FaceEngine,
  picture: Picture,
  detected: Face[],
  limits: CaptureThresholds,
): Measurement {
  const { width, height } = picture;
  const main = [...detected].sort((a, b) => b.box.width - a.box.width)[0];
  if (!main) return { width, height, faces: 0, face: null };
  const faces = detected.filter(({ box }) => box.width >= limits.otherFace * main.box.width).length;
  return { width, height, faces, face: measureFace(engine, regionOfFace(main), main.score) };
}

/** Measures one region of the picture that the engine has loaded. */
function measureFace(engine: FaceEngine, region: Region, score: number): MeasuredFace {
  const mesh = engine.canTrack ? meshOf(engine, engine.track(region)) : null;
  // The landmarks locate the face more accurately than the detector, and more consistently from frame to frame.
  const area = mesh && mesh.presence > 0.5 ? regionOfLandmarks(mesh.landmarks) : region;
  const width = area.side / 1.5;
  return { score, x: area.x, y: area.y, width, ...engine.texture({ ...area, side: width }), mesh };
}

/** The values derived from one frame's landmarks. @param engine has loaded that frame. */
function meshOf(engine: FaceEngine, { presence, landmarks }: Tracked): Mesh {
  const detail = (side: 'left' | 'right') => engine.surface(eyeRegion(landmarks, side)).sharpness;
  return {
    presence,
    landmarks,
    pose: poseBetween(averageFace, landmarks),
    openness: eyeOpenness(landmarks),
    eyeDetail: { left: detail('left'), right: detail('right') },
  };
}

/**
 * An average face that looks straight ahead, for the first estimate of a pose. Contains only the points that
 * `poseBetween` uses. Measured by the landmark model on a portrait without known copyright (NASA), made symmetric; the
 * width from ear to ear is 1000.
 */
const averageFace: Landmarks = new Float32Array(3 * 468);

// Landmark number, then x, y, z.
const places: [number, number, number, number][] = [
  [1, 0, 340, -133],
  [4, 0, 290, -151],
  [5, 0, 224, -139],
  [6, 0, 61, -28],
  [9, 0, -120, -17],
  [10, 0, -337, 0],
  [33, -343, 25, 167],
  [50, -377, 239, 140],
  [61, -247, 439, 197],
  [93, -493, 254, 588],
  [127, -507, 55, 530],
  [133, -131, 44, 128],
  [151, 0, -228, -14],
  [152, 0, 839, 206],
  [168, 0, 0, 0],
  [175, 0, 809, 155],
  [205, -321, 303, 106],
  [234, -501, 153, 572],
  [263, 343, 25, 167],
  [280, 377, 239, 140],
  [291, 247, 439, 197],
  [323, 493, 254, 588],
  [356, 507, 55, 530],
  [362, 131, 44, 128],
  [425, 321, 303, 106],
  [454, 501, 153, 572],
];
for (const [index, ...coordinates] of places) averageFace.set(coordinates, 3 * index);

/**
 * The openness of each eye: height divided by width; the person's own left and right.
 * Source: Soukupova and Cech 2016, Real-time eye blink detection using facial landmarks.
 */
function eyeOpenness(landmarks: Landmarks): { left: number; right: number } {
  return {
    left: aspect(landmarks, [362, 385, 387, 263, 373, 380]),
    right: aspect(landmarks, [33, 160, 158, 133, 153, 144]),
  };
}

/** Landmark numbers: corner, two points of the upper lid, corner, two points of the lower lid in reverse order. */
function aspect(
  landmarks: Landmarks,
  [a, b, c, d, e, f]: [number, number, number, number, number, number],
): number {
  const far = (from: number, to: number) => {
    const [p, q] = [point(landmarks, from), point(landmarks, to)];
    return Math.hypot(p.x - q.x, p.y - q.y);
  };
  return (far(b, f) + far(c, e)) / (2 * far(a, d));
}

/** The square over an eye, from corner to corner; the person's own left and right. */
function eyeRegion(landmarks: Landmarks, side: 'left' | 'right'): Region {
  const [inner, outer] = side === 'left' ? [362, 263] : [133, 33];
  const [a, b] = [point(landmarks, inner), point(landmarks, outer)];
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    side: Math.hypot(a.x - b.x, a.y - b.y),
    angle: Math.atan2(b.y - a.y, b.x - a.x),
  };
}
