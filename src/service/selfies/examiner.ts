import type { ChallengeStep, SelfieCheck, SelfieReason, SelfieSignals } from '../../contract/selfieCheck.ts';

import type { Area } from '../../vision/index.ts';
import type { Recording } from './recording.ts';

/** The input of a judgement: picture files as received. */
export interface Evidence {
  /** One capture, in the order of the challenge. */
  frames: readonly { step: ChallengeStep; file: Uint8Array }[];
  /** The picture to compare with, where the customer gave one. */
  reference: Uint8Array | null;
  /** The recording around the frames; `null` if the sender has none. */
  recording: Recording | null;
  /** Milliseconds from the challenge to the arrival of the capture, which no recording can exceed; `null`: not known. */
  availableMs: number | null;
  /** Whether the drawn face of test mode counts as a person. */
  isTestFaceAllowed: boolean;
}

/** The files of a capture. */
export interface CapturedFiles {
  frames: readonly Uint8Array[];
  trail: readonly Uint8Array[];
}

/** The result of a judgement. `passed` only with `liveness` `pass`. */
export interface Verdict {
  selfie: 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed';
  reasons: SelfieReason[];
  liveness: SelfieCheck['liveness'];
  faceMatch: SelfieCheck['faceMatch'];
  /** For a reviewer. */
  signals: SelfieSignals;
}

/** A verdict with what earlier captures are looked for by. */
export interface Judgement extends Verdict {
  /** Fingerprints of the frames and the trail; `null` if later captures are not compared with this one. */
  looks: CaptureLooks | null;
}

export interface CaptureLooks {
  /** One for each frame and then for each frame of the trail (`framePrint`); `null` for a plain or damaged one. */
  prints: (Float32Array | null)[];
  /** Where the face is in the neutral picture. */
  face: Area;
}

/** A capture that is held against an earlier one. */
export interface ReplayFiles {
  current: CapturedFiles;
  earlier: CapturedFiles;
  /** Where the face is in the neutral picture of the capture. */
  face: Area;
}

/** The result of inspecting one file. */
export type Inspection =
  | { mediaType: string /** How many faces; `null` where nobody looked for them. */; faces: number | null }
  | { problem: PictureProblem };

/** A portrait of a credential: whether it can be compared with a selfie, and the file to keep if so. */
export interface PortraitInspection {
  use: 'usable' | 'no_face' | 'too_small' | 'unreadable';
  file: { bytes: Uint8Array; mediaType: string } | null;
}

/** Where the eyes are in a picture, in shares of its width and height; `left` is on the left as seen. */
export interface EyePositions {
  /** Width of the picture in its heights. */
  aspect: number;
  left: { x: number; y: number };
  right: { x: number; y: number };
}

export type PictureProblem = 'image_unreadable' | 'image_too_small' | 'image_too_large';

/** Whose pictures they are: cases take turns. */
export interface PictureOwner {
  caseId: string;
  /**
   * Id shared by the frames of one capture and its verdict. One process decodes the frames and holds them until it
   * judges them.
   */
  capture?: string;
}

/**
 * Who looks at pictures, in processes of their own. Knows no case, no mode and no database; the same evidence gives
 * the same verdict. Nothing that is measured on the way is kept.
 */
export interface Examiner {
  /** The engine that judges; `null`: none, and the verdict on every picture that can be made out is `not_performed`. */
  engine: { name: string; version: string } | null;
  /**
   * Decodes a file; in a reference picture the faces are counted too.
   * @throws {ApiError} `unavailable` if too much is waiting.
   */
  inspect(file: Uint8Array, use: 'frame' | 'reference', owner?: PictureOwner): Promise<Inspection>;
  /**
   * Decodes the portrait of a credential, JPEG 2000 among the formats, and looks for its one face.
   * @throws {ApiError} `unavailable` if too much is waiting.
   */
  inspectPortrait(file: Uint8Array, owner?: PictureOwner): Promise<PortraitInspection>;
  /**
   * Checks the header of each trail frame without decoding pixels.
   * @returns the problem of each frame; `null` for a valid one.
   * @throws {ApiError} `unavailable` if the queue is full.
   */
  inspectTrail(trail: readonly Uint8Array[], owner?: PictureOwner): Promise<(PictureProblem | null)[]>;
  /** @throws if it can't work right now; the check is tried again. */
  judge(evidence: Evidence, owner?: PictureOwner): Promise<Judgement>;
  /**
   * Whether a capture has frames of an earlier one.
   * @throws if it can't work right now.
   */
  isReplay(files: ReplayFiles, owner?: PictureOwner): Promise<boolean>;
  /**
   * Looks for the eyes of the largest face, so that faces can be shown level and at one size.
   * @returns `null` without an engine, or where it finds no face.
   * @throws {ApiError} `unavailable` if too much is waiting.
   */
  findEyes(file: Uint8Array, owner?: PictureOwner): Promise<EyePositions | null>;
  /**
   * Re-encodes a logo as PNG.
   * @returns `null` for a file that is not a picture.
   * @throws {ApiError} `unavailable` if too much is waiting.
   */
  redrawLogo(file: Uint8Array): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
