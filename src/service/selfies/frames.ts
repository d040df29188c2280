import type { Kysely, Selectable } from 'kysely';
import type { SelfieFrames } from '../../contract/review.ts';
import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { referenceImages, selfieFrames, selfieTrails } from '../db/store/selfieChecks.ts';
import { PictureError, PictureStoreAway } from '../pictures/pictureStore.ts';
import { type Recording, unpackRecording } from './recording.ts';

type Check = Pick<Selectable<SelfieChecksTable>, 'id' | 'case_id'>;

/** A picture file as received. */
export interface PictureFile {
  mediaType: string;
  bytes: Uint8Array;
}

/** What a capture shows and when, without its pictures. Times in milliseconds since its beginning. */
export interface Take {
  /** `atMs`: `null` without a recording. */
  steps: { n: number; step: ChallengeStep; atMs: number | null }[];
  /** The time of each frame of the trail. */
  trail: number[];
  /** Why a trail cannot be read; `null`: it was read, or there is none. */
  loss: PictureError['code'] | 'away' | null;
}

/**
 * Reads the pictures of a selfie check for a reviewer. Erased pictures and those past their retention are not found.
 */
export const frames = {
  list: async (
    context: Pick<ServiceContext, 'pictures'>,
    db: Kysely<Database>,
    row: DataKeyOwner,
    check: Check,
  ): Promise<SelfieFrames> => {
    const described = row.data_key ? await selfieFrames.described(db, check) : [];
    const recording = await readStoredRecording(context, db, row, check);
    const times = recording?.trailTimes ?? [];
    return {
      object: 'selfie_frames',
      selfieCheckId: check.id,
      caseId: check.case_id,
      frames: described.map(({ position, step, media_type }) => ({
        n: position,
        step,
        mediaType: media_type,
      })),
      trail: times.map((atMs, n) => ({ n, atMs })),
    };
  },

  /** The steps of a capture and the times of its trail, on one clock. */
  take: async (
    context: Pick<ServiceContext, 'pictures'>,
    db: Kysely<Database>,
    row: DataKeyOwner,
    check: Check,
  ): Promise<Take> => {
    const described = row.data_key ? await selfieFrames.described(db, check) : [];
    let recording: Recording | null = null;
    let loss: Take['loss'] = null;
    try {
      recording = await readStoredRecording(context, db, row, check);
    } catch (error) {
      // The pictures are shown without their times, and the page says so.
      if (error instanceof PictureError) loss = error.code;
      else if (error instanceof PictureStoreAway) loss = 'away';
      else throw error;
    }
    const steps = described.map(({ position, step }) => ({
      n: position,
      step,
      atMs: recording?.times[position] ?? null,
    }));
    return { steps, trail: recording?.trailTimes ?? [], loss };
  },

  /** @throws {ApiError} `resource_not_found`, `validation_failed`. */
  step: async (
    { pictures }: Pick<ServiceContext, 'pictures'>,
    db: Kysely<Database>,
    row: DataKeyOwner,
    { check, n }: { check: Check; n: string },
  ): Promise<PictureFile> => {
    const number = numberOf(n);
    const frame = row.data_key ? await selfieFrames.find(db, check, number) : undefined;
    if (!frame) throw new ApiError('resource_not_found');
    const bytes = await pictures.open(row, purposes.frame(check.id, frame.position), frame);
    return { mediaType: frame.media_type, bytes };
  },

  /** @throws {ApiError} `resource_not_found`, `validation_failed`. */
  trail: async (
    context: Pick<ServiceContext, 'pictures'>,
    db: Kysely<Database>,
    row: DataKeyOwner,
    { check, n }: { check: Check; n: string },
  ): Promise<PictureFile> => {
    const number = numberOf(n);
    const recording = await readStoredRecording(context, db, row, check);
    const bytes = recording?.trail[number];
    if (!bytes) throw new ApiError('resource_not_found');
    return { mediaType: mediaTypeOf(bytes), bytes };
  },

  /** The customer's reference picture; `null` if the case has none. */
  reference: async (
    { pictures }: Pick<ServiceContext, 'pictures'>,
    db: Kysely<Database>,
    row: DataKeyOwner,
  ): Promise<PictureFile | null> => {
    const image = row.data_key ? await referenceImages.find(db, row.id) : undefined;
    if (!image) return null;
    return { mediaType: image.media_type, bytes: await pictures.open(row, purposes.referenceImage, image) };
  },
};

async function readStoredRecording(
  { pictures }: Pick<ServiceContext, 'pictures'>,
  db: Kysely<Database>,
  row: DataKeyOwner,
  check: Check,
): Promise<Recording | null> {
  const trail = row.data_key ? await selfieTrails.ofCheck(db, check) : undefined;
  return trail ? unpackRecording(await pictures.open(row, purposes.trail(check.id), trail)) : null;
}

/** @throws {ApiError} `validation_failed` unless the text consists of digits. */
function numberOf(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const detail = 'The number of a picture must be an integer from 0.';
  throw new ApiError('validation_failed', { errors: [{ pointer: '#/n', code: 'invalid', detail }] });
}

/** Trail frames are JPEG or WebP: this was checked at the upload. */
function mediaTypeOf(bytes: Uint8Array): string {
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'image/jpeg' : 'image/webp';
}
