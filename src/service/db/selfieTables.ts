import type { ColumnType } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { ChallengeMovement, SelfieCheck } from '../../contract/selfieCheck.ts';
import type { Json, NullableJson } from './json.ts';
import type { PictureColumns } from './pictureTables.ts';

export interface SelfieChecksTable {
  id: string;
  mode: Mode;
  case_id: string;
  status: SelfieCheck['status'];
  attempt: number;
  nonce: string;
  steps: Json<SelfieCheck['challenge']['steps']>;
  expires_at: Date;
  /** The captured steps, in order; `null` before the capture. */
  captured_steps: NullableJson<SelfieCheck['challenge']['steps']>;
  liveness: Json<SelfieCheck['liveness']>;
  face_match: Json<SelfieCheck['faceMatch']>;
  reasons: Json<SelfieCheck['reasons']>;
  engine: NullableJson<NonNullable<SelfieCheck['engine']>>;
  signals: NullableJson<NonNullable<SelfieCheck['signals']>>;
  created_at: Date;
  completed_at: Date | null;
  /** The movement that the person could not do. Later challenges of the case leave it out. */
  stuck_at: ColumnType<
    ChallengeMovement | null,
    ChallengeMovement | null | undefined,
    ChallengeMovement | null
  >;
}

export interface SelfieFramesTable extends PictureColumns {
  case_id: string;
  check_id: string;
  position: number;
  step: SelfieCheck['challenge']['steps'][number];
  media_type: string;
}

/** Its picture: frames and times in one value (`packRecording`). */
export interface SelfieTrailsTable extends PictureColumns {
  case_id: string;
  check_id: string;
  received_at: Date;
}

export interface SelfieFingerprintsTable {
  case_id: string;
  check_id: string;
  /** Keyed fingerprints of its pictures, 64 bits each. */
  marks: string[];
}

export interface ReferenceImagesTable extends PictureColumns {
  case_id: string;
  media_type: string;
  created_at: Date;
}
