import type { Kysely, Updateable } from 'kysely';
import { sizeLimits } from '../../contract/limits.ts';
import type { CaptureFields, ChallengeStep } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { CasesTable, Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import type { Examiner, PictureOwner, PictureProblem } from './examiner.ts';
import type { Recording } from './recording.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

/** A file of a capture that can be decoded, with the step it shows. */
export interface Frame {
  step: ChallengeStep;
  bytes: Uint8Array;
  /** Detected from the first bytes, not from the sender's Content-Type. */
  mediaType: string;
}

/**
 * Checks that each frame can be decoded and judged.
 * @throws {ApiError} `validation_failed`, `image_unreadable`, `image_too_small`, `unavailable`.
 */
export async function readFrames(
  { examiner }: Pick<SelfieCheckContext, 'examiner'>,
  owner: PictureOwner,
  frames: readonly Omit<Frame, 'mediaType'>[],
): Promise<Frame[]> {
  const read: Frame[] = [];
  for (const [index, frame] of frames.entries()) {
    const inspection = await examiner.inspect(frame.bytes, 'frame', owner);
    if ('problem' in inspection) throw refusePicture(inspection.problem, `#/frames/${index}`);
    read.push({ ...frame, mediaType: inspection.mediaType });
  }
  return read;
}

/**
 * Checks that a trail is complete, with its times, and that the header of each frame states a picture of a valid size.
 * The pixels are decoded later.
 * @returns `null` for a capture without a trail.
 * @throws {ApiError} `validation_failed`, `image_unreadable`, `image_too_small`, `unavailable`.
 */
export async function readRecording(
  { examiner }: { examiner: Examiner },
  owner: PictureOwner,
  { steps, trailTimes = [], times = [], cameraLabel }: CaptureFields,
  files: readonly { bytes: Uint8Array }[],
): Promise<Recording | null> {
  if (files.length === 0 && trailTimes.length === 0 && times.length === 0) return null;
  if (files.length === 0) throw invalid('trail', 'There are times without a trail. Send both, or neither.');
  if (!hasTimes(files, trailTimes)) {
    throw invalid('trailTimes', 'There must be one time for each frame of the trail, rising from 0.');
  }
  if (times.length !== steps.length) throw invalid('times', 'There must be one time for each step.');
  const trail = files.map(({ bytes }) => bytes);
  const problems = await examiner.inspectTrail(trail, owner);
  for (const [index, problem] of problems.entries()) {
    if (problem) throw refusePicture(problem, `#/trail/${index}`, sizeLimits.trailShorterSide);
  }
  return { trail, trailTimes, times, cameraLabel: cameraLabel ?? null };
}

/** Whether each small frame has its time, rising from 0. */
export function hasTimes(frames: readonly unknown[], times: readonly number[]): boolean {
  if (times.length !== frames.length) return false;
  return times.every((time, index) => (index === 0 ? time === 0 : time > times[index - 1]!));
}

function invalid(field: string, detail: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ pointer: `#/${field}`, code: 'invalid', detail }] });
}

/**
 * Checks that a reference picture can be decoded and, if there is a face engine, shows exactly one face.
 * @returns its media type.
 * @throws {ApiError} `validation_failed`, `image_unreadable`, `image_too_small`, `unavailable`.
 */
export async function readReference(
  { examiner }: Pick<SelfieCheckContext, 'examiner'>,
  caseId: string,
  file: Uint8Array,
): Promise<string> {
  const pointer = '#/image';
  const inspection = await examiner.inspect(file, 'reference', { caseId });
  if ('problem' in inspection) {
    throw refusePicture(inspection.problem, pointer, {
      min: sizeLimits.referenceMinSide,
      max: sizeLimits.frameMaxSide,
    });
  }
  const { faces, mediaType } = inspection;
  if (faces === null || faces === 1) return mediaType;
  const code = faces === 0 ? 'selfie_no_face' : 'selfie_multiple_faces';
  const detail = 'The picture must show one person, large enough to be compared.';
  throw new ApiError('validation_failed', { errors: [{ pointer, code, detail }] });
}

/** The error for a refused picture. */
function refusePicture(
  problem: PictureProblem,
  pointer: string,
  { min, max }: { min: number; max: number } = { min: sizeLimits.frameMinSide, max: sizeLimits.frameMaxSide },
): ApiError {
  const details: Record<PictureProblem, string> = {
    image_unreadable: 'The file must be one whole JPEG, PNG or WebP picture.',
    image_too_small: `Each side must have at least ${min} pixels.`,
    image_too_large: `Each side may have at most ${max} pixels.`,
  };
  const errors = [{ pointer, code: problem, detail: details[problem] }];
  return new ApiError(problem === 'image_too_large' ? 'validation_failed' : problem, { errors });
}

/** Refusals caused by the content of the upload. Refusals for timing or state do not count. */
const COUNTED: ReadonlySet<string> = new Set([
  'challenge_mismatch',
  'image_unreadable',
  'image_too_small',
  'validation_failed',
]);

/** The refused captures of a case: those of its selfie, or of its document. */
export interface RefusedCaptures {
  /** The case after one more. */
  counted: (row: CaseRow) => CaseRow;
  count: (row: CaseRow) => number;
  /** Ends what the captures were for. */
  end: (
    context: ServiceContext,
    tx: Kysely<Database>,
    row: CaseRow,
    set: Updateable<CasesTable>,
  ) => Promise<void>;
}

/**
 * Reads a capture and counts refusals. An honest page never reaches ten. At the tenth, the case accepts no more
 * captures of that kind and goes to a reviewer, which bounds the decoding work one case can cause.
 */
export async function countRefusals<T>(
  context: ServiceContext,
  caseId: string,
  { read, refused }: { read: () => T | Promise<T>; refused: RefusedCaptures },
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && COUNTED.has(error.code)) await countRefusal(context, caseId, refused);
    throw error;
  }
}

async function countRefusal(
  context: ServiceContext,
  caseId: string,
  { counted, count, end }: RefusedCaptures,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const before = await cases.lockById(tx, caseId);
    if (!before?.data_key || before.status !== 'requires_input') return;
    const row = counted(before);
    const set = { refused_captures: row.refused_captures, facts: JSON.stringify(row.facts) };
    if (count(row) < sizeLimits.refusedCaptures) await cases.update(tx, row.id, set);
    else await end(context, tx, row, set);
  });
}
