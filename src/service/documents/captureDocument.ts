import type { Kysely } from 'kysely';
import type { DocumentCaptureFields, DocumentSide } from '../../contract/documentCheck.ts';
import { documentLimits } from '../../contract/documentLimits.ts';
import { ApiError } from '../ApiError.ts';
import { advanceCase } from '../cases/advanceCase.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput } from '../cases/moveCase.ts';
import { isSameSecret } from '../crypto/isSameSecret.ts';
import { purposes } from '../crypto/purposes.ts';
import type { DataKeyOwner } from '../crypto/vault.ts';
import type { DocumentPicturesTable } from '../db/documentTable.ts';
import type { Database } from '../db/schema.ts';
import { documentChecks, documentPictures } from '../db/store/documentChecks.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { StoredPicture } from '../pictures/Pictures.ts';
import type { PictureProblem } from '../selfies/examiner.ts';
import { hasTimes } from '../selfies/readCapture.ts';
import { packRecording } from '../selfies/recording.ts';
import type { SelfieCheckContext } from '../selfies/selfieContext.ts';
import type { DocumentRow } from './viewDocument.ts';

/** The pictures of one side as received. */
export interface CapturedSide {
  side: DocumentSide;
  stills: { bytes: Uint8Array; mediaType: string }[];
  trail: Uint8Array[];
  trailTimes: number[];
}

type Files = Readonly<Record<string, readonly { bytes: Uint8Array }[] | undefined>>;

/**
 * Refuses a capture that does not answer the open check. Called before pictures are decoded, which is expensive.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `challenge_expired`, `challenge_mismatch`; `validation_failed`
 *   for files of a person if the policy takes pictures of the camera only.
 */
export function requireDocumentCapture(
  row: CaseRow,
  check: DocumentRow,
  { nonce, source }: DocumentCaptureFields,
  now: Date,
): void {
  requireInput(row, now);
  if (row.consent?.biometric !== true) throw new ApiError('consent_required');
  const isOpen = check.status === 'requires_capture';
  if (check.status === 'expired' || (isOpen && check.expires_at <= now))
    throw new ApiError('challenge_expired', {
      detail: 'The check has expired. Start a new document check.',
    });
  if (!isOpen)
    throw new ApiError('challenge_mismatch', {
      detail: 'The check has its pictures already. Start a new document check.',
    });
  if (!isSameSecret(check.nonce, nonce))
    throw new ApiError('challenge_mismatch', {
      detail: 'The nonce differs from that of the check. Send that of the check unchanged.',
    });
  if (source === 'upload' && row.policy.documentUpload === 'disable')
    throw invalid('source', 'The policy of the case takes pictures of the camera only, no files.');
}

function invalid(field: string, detail: string, code = 'invalid'): ApiError {
  return new ApiError('validation_failed', { errors: [{ pointer: `#/${field}`, code, detail }] });
}

/**
 * Refuses pictures of a side that was not asked for, before any is decoded: its portrait would be that of the document.
 * @throws {ApiError} `validation_failed`.
 */
function requireAskedSides({ sides }: Pick<DocumentRow, 'sides'>, files: Files): void {
  const notAsked = (['front', 'back', 'frontTrail', 'backTrail'] as const).filter(
    (name) => (files[name] ?? []).length > 0 && !sides.some((side) => name.startsWith(side)),
  );
  const detail = `This check asks for the ${sides.join(' and the ')} only. Leave out the pictures of the other side.`;
  const errors = notAsked.map((name) => ({ pointer: `#/${name}`, code: 'side_not_asked', detail }));
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
}

/**
 * Checks that each side was asked for, that each still can be decoded, and that each small frame has a time.
 * @throws {ApiError} `validation_failed`, `image_unreadable`, `image_too_small`, `unavailable`.
 */
export async function readSideFiles(
  { examiner }: Pick<SelfieCheckContext, 'examiner'>,
  check: DocumentRow,
  { frontTimes = [], backTimes = [] }: DocumentCaptureFields,
  files: Files,
): Promise<CapturedSide[]> {
  requireAskedSides(check, files);
  const owner = { caseId: check.case_id, capture: check.id };
  const times = { front: frontTimes, back: backTimes };
  const sides: CapturedSide[] = [];
  for (const side of ['front', 'back'] as const) {
    const trail = (files[`${side}Trail`] ?? []).map(({ bytes }) => bytes);
    const given = files[side] ?? [];
    if (given.length === 0 && trail.length > 0)
      throw invalid(`${side}Trail`, 'There are small frames of a side, but no still of that side.');
    if (given.length === 0) continue;
    if (!hasTimes(trail, times[side]))
      throw invalid(`${side}Times`, 'There must be one time for each small frame, rising from 0.');
    const problems = trail.length > 0 ? await examiner.inspectTrail(trail, owner) : [];
    for (const [n, problem] of problems.entries()) if (problem) throw refused(problem, `${side}Trail/${n}`);
    const stills: CapturedSide['stills'] = [];
    for (const [n, { bytes }] of given.entries()) {
      requireNoPdf(bytes);
      const inspection = await examiner.inspect(bytes, 'document', owner);
      if ('problem' in inspection) throw refused(inspection.problem, `${side}/${n}`);
      stills.push({ bytes, mediaType: inspection.mediaType });
    }
    sides.push({ side, stills, trail, trailTimes: times[side] });
  }
  return sides;
}

/** People send a scan as PDF; it says so, rather than that the picture is damaged. */
function requireNoPdf(bytes: Uint8Array): void {
  if (!Buffer.from(bytes.subarray(0, 5)).equals(PDF)) return;
  const detail = 'A still is one JPEG, PNG or WebP picture, not a PDF.';
  throw new ApiError('media_type_unsupported', { detail });
}

const PDF = Buffer.from('%PDF-');

function refused(problem: PictureProblem, pointer: string): ApiError {
  const { min, max } = documentLimits.stillSide;
  const details: Record<PictureProblem, string> = {
    image_unreadable: 'The file must be one whole JPEG, PNG or WebP picture.',
    image_too_small: `The longer side of a still must have at least ${min} pixels.`,
    image_too_large: `Each side of a still may have at most ${max} pixels.`,
  };
  const errors = [{ pointer: `#/${pointer}`, code: problem, detail: details[problem] }];
  return new ApiError(problem === 'image_too_large' ? 'validation_failed' : problem, { errors });
}

/** The pictures of a document, sealed with the data key of the case. */
export type StoredDocument = readonly (StoredPicture &
  Pick<DocumentPicturesTable, 'side' | 'position' | 'media_type'>)[];

/**
 * Stores the pictures of a document, before the transaction of `captureDocument`.
 * @throws {PictureStoreAway}
 */
export async function keepDocument(
  { pictures }: Pick<SelfieCheckContext, 'pictures'>,
  row: DataKeyOwner,
  checkId: string,
  sides: readonly CapturedSide[],
): Promise<StoredDocument> {
  const files = sides.flatMap(({ side, stills, trail, trailTimes }) => {
    const small = () => packRecording({ trail, trailTimes, times: [], cameraLabel: null });
    return [
      ...stills.map(({ bytes, mediaType }, position) => ({ side, position, media_type: mediaType, bytes })),
      ...(trail.length > 0
        ? [{ side, position: TRAIL, media_type: 'application/octet-stream', bytes: small() }]
        : []),
    ];
  });
  return await Promise.all(
    files.map(async ({ bytes, ...picture }) => {
      const purpose = purposes.documentPicture(checkId, picture.side, picture.position);
      return { ...picture, ...(await pictures.keep(row, purpose, bytes)) };
    }),
  );
}

/**
 * Records the pictures of a document, and enqueues their examination.
 * @throws {ApiError} as `requireDocumentCapture`.
 */
export async function captureDocument(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  check: DocumentRow,
  {
    fields,
    stored,
    byBackEnd,
  }: { fields: DocumentCaptureFields; stored: StoredDocument; byBackEnd: boolean },
): Promise<DocumentRow> {
  requireDocumentCapture(row, check, fields, context.clock());
  await documentPictures.insert(
    tx,
    stored.map((picture) => ({ case_id: row.id, check_id: check.id, ...picture })),
  );
  const captured = await documentChecks.update(tx, check, {
    status: 'processing',
    source: fields.source,
    by_back_end: byBackEnd,
  });
  const document = { status: captured.status, id: check.id, completedAt: null };
  const facts = {
    ...row.facts,
    // The result of an earlier capture must not decide before this one is examined.
    document: 'processing',
    documentAttempts: row.facts.documentAttempts + 1,
  };
  const changed = await changeCase(context, tx, row, {
    set: {
      checks: JSON.stringify({ ...row.checks, document }),
      facts: JSON.stringify(facts),
      last_error:
        row.last_error && !row.last_error.code.startsWith('document_')
          ? JSON.stringify(row.last_error)
          : null,
      pictures_deleted_at: null,
    },
  });
  context.wake.handoffs.markDirty(tx);
  await enqueue(context, tx, { kind: 'read_document', row, subject: check.id });
  await advanceCase(context, tx, changed);
  return captured;
}

/** The position of the small frames of a side. */
export const TRAIL = -1;
