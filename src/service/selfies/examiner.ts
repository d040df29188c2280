import type { DocumentSide, DocumentSignals } from '../../contract/documentCheck.ts';
import type { ChallengeStep, SelfieCheck, SelfieReason, SelfieSignals } from '../../contract/selfieCheck.ts';
import type { DocumentHint, KnownDigits, ReadableLicence, ReadableZone } from '../../document/index.ts';
import type { Area } from '../../vision/index.ts';
import type { Recording } from './recording.ts';

/** The input of a judgement: picture files as received. */
export interface Evidence {
  /** One capture, in the order of the challenge. */
  frames: readonly { step: ChallengeStep; file: Uint8Array }[];
  /** The reference picture; `null` if the customer sent none. */
  reference: Uint8Array | null;
  /** Whether the comparison with it is shown to reviewers and decides nothing. */
  isReferenceEvidence: boolean;
  /** The recording around the frames; `null` if the sender has none. */
  recording: Recording | null;
  /** Milliseconds from the challenge to the arrival of the capture, which no recording can exceed; `null`: not known. */
  availableMs: number | null;
  /** Whether the drawn face of test mode counts as a person. */
  isTestFaceAllowed: boolean;
}

/** The result of a judgement. `passed` only with `liveness` `pass`. */
export interface Verdict {
  selfie: 'passed' | 'retry' | 'no_match' | 'spoof' | 'not_performed';
  reasons: SelfieReason[];
  liveness: SelfieCheck['liveness'];
  faceMatch: SelfieCheck['faceMatch'];
  /** Measurements shown to a reviewer. */
  signals: SelfieSignals;
}

/** A verdict, with the moments by which earlier captures are searched. */
export interface Judgement extends Verdict {
  /** Moments of the frames and the trail; `null` if later captures are not compared with this one. */
  looks: CaptureLooks | null;
}

export interface CaptureLooks {
  /** The area around the face in the neutral picture. All moments are taken from it. */
  area: Area;
  /** One for each frame and then for each trail frame (`momentGrid`); `null` for a uniform or damaged one. */
  grids: (Uint8Array | null)[];
}

/** An earlier capture that a capture is compared with. */
export interface EarlierCapture {
  /** The small frames in order of time; the step pictures of a capture without a trail. */
  files: readonly Uint8Array[];
  /** Number of the file at the time of the neutral picture. */
  neutral: number;
}

/** A capture and an earlier one to compare it with. */
export interface ReplayFiles {
  current: CaptureLooks;
  earlier: EarlierCapture;
}

/** The result of inspecting one file. */
export type Inspection =
  | { mediaType: string /** How many faces; `null` where nobody looked for them. */; faces: number | null }
  | { problem: PictureProblem };

/** The portrait of a credential: whether it can be compared with a selfie, and the file to store if so. */
export interface PortraitInspection {
  use: 'usable' | 'no_face' | 'too_small' | 'unreadable';
  file: { bytes: Uint8Array; mediaType: string } | null;
}

/** The eyes and the chin in a picture, as fractions of its width and height; `left` is the eye on the left of the picture. */
export interface EyePositions {
  /** Width of the picture divided by its height. */
  aspect: number;
  left: { x: number; y: number };
  right: { x: number; y: number };
  chin: { x: number; y: number };
  /** How far the head is turned and lowered, degrees of either direction. */
  yaw: number;
  pitch: number;
  /** Height of the more closed eye's opening divided by its width. */
  openness: number;
}

/** The pictures of one side of a document. */
export interface DocumentFiles {
  side: DocumentSide;
  stills: readonly Uint8Array[];
  trail: readonly Uint8Array[];
}

/** What is kept of a zone: nothing of its optional data, which often hold a personal number. */
export interface KeptZone extends Omit<ReadableZone, 'optionalData' | 'checkDigits'> {
  checkDigits: KnownDigits;
  /** As read, with the optional data masked. */
  lines: string[];
}

/** What the pictures of one side show. */
export interface ExaminedSide {
  side: DocumentSide;
  /** The zone, if nothing of it is in doubt. */
  zone: KeptZone | null;
  /** What the barcode of a licence says, if there is one; parts of it may be missing. */
  licence: ReadableLicence | null;
  /** What is wrong with the pictures, if the zone was not read. */
  problem: DocumentHint | 'doubtful' | null;
  /** Whether there are small frames of it. */
  hasTrail: boolean;
  /** Whether no still shows the number of another document than the one that was read. */
  stillsAgree: boolean;
  signals: Pick<DocumentSignals, 'lineSpacing' | 'lowestConfidence' | 'isColourless' | 'trailAgrees'>;
}

/** What the pictures of a document show. */
export interface DocumentExamination {
  sides: ExaminedSide[];
  portrait: { use: PortraitInspection['use'] | 'absent'; file: PortraitInspection['file'] };
}

export type PictureProblem = 'image_unreadable' | 'image_too_small' | 'image_too_large';

/** The owner of pictures, used for scheduling: cases take turns. */
export interface PictureOwner {
  caseId: string;
  /**
   * Id shared by the frames of one capture and its verdict. One process decodes the frames and caches them until it
   * judges them.
   */
  capture?: string;
}

/**
 * Examines pictures in separate processes. Has no access to cases, modes or the database. The same evidence gives the
 * same verdict. Stores no measurements.
 */
export interface Examiner {
  /** The engine that judges. `null`: there is none, and every readable picture gets the verdict `not_performed`. */
  engine: { name: string; version: string } | null;
  /** Starts a process ahead of the first picture, if none runs. */
  prepare(): void;
  /**
   * Decodes a file; for a reference picture, also counts the faces.
   * @throws {ApiError} `unavailable` if the queue is full.
   */
  inspect(
    file: Uint8Array,
    use: 'frame' | 'reference' | 'document',
    owner?: PictureOwner,
  ): Promise<Inspection>;
  /**
   * Decodes the portrait of a credential, which may be JPEG 2000, and looks for exactly one face.
   * @throws {ApiError} `unavailable` if the queue is full.
   */
  inspectPortrait(file: Uint8Array, owner?: PictureOwner): Promise<PortraitInspection>;
  /**
   * Checks the header of each trail frame without decoding pixels.
   * @returns the problem of each frame; `null` for a valid one.
   * @throws {ApiError} `unavailable` if the queue is full.
   */
  inspectTrail(trail: readonly Uint8Array[], owner?: PictureOwner): Promise<(PictureProblem | null)[]>;
  /** @throws if it can't work now; the job then retries the check. */
  judge(evidence: Evidence, owner?: PictureOwner): Promise<Judgement>;
  /**
   * Whether a capture is the film of an earlier one.
   * @throws if it can't work now.
   */
  isReplay(files: ReplayFiles, owner?: PictureOwner): Promise<boolean>;
  /**
   * Finds the eyes of the largest face, so that faces can be shown level and at one size.
   * @returns `null` without an engine, or if it finds no face.
   * @throws {ApiError} `unavailable` if the queue is full.
   */
  findEyes(file: Uint8Array, owner?: PictureOwner): Promise<EyePositions | null>;
  /**
   * Re-encodes a logo as PNG.
   * @returns `null` for a file that is not an accepted picture.
   * @throws {ApiError} `unavailable` if the queue is full.
   */
  redrawLogo(file: Uint8Array): Promise<Uint8Array | null>;
  /**
   * Reads the zone and the barcode of a document, and looks for its portrait.
   * @param asOf the date of today, YYYY-MM-DD.
   * @returns `null` without an engine.
   * @throws if it can't work now.
   */
  readDocument(
    files: readonly DocumentFiles[],
    asOf: string,
    owner?: PictureOwner,
  ): Promise<DocumentExamination | null>;
  close(): Promise<void>;
}
