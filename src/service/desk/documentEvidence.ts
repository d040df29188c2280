import type { Kysely } from 'kysely';
import type { DocumentCheck, DocumentSide } from '../../contract/documentCheck.ts';
import type { DocumentType } from '../../contract/policy.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { documentChecks, documentPictures } from '../db/store/documentChecks.ts';
import { documentTranscriptions } from '../db/store/documentTranscriptions.ts';
import { documentFields } from '../details/documentFields.ts';
import type { viewDetails } from '../details/readDetails.ts';
import { machineReading, type Reading, type Transcription, transcription } from '../details/transcription.ts';
import { viewDocument } from '../documents/viewDocument.ts';
import type { PictureFile } from '../selfies/frames.ts';

/** The document of a case, as a reviewer sees it after their own judgement. */
export interface DocumentEvidence {
  check: DocumentCheck;
  details: ReturnType<typeof viewDetails> | null;
  pictures: { side: DocumentSide; n: number }[];
  /** Whether a picture that the person showed before this document was made for another case. */
  wasReplayed: boolean;
  /** The kind that the person chose, if any. */
  chosen: DocumentType | null;
  /** What reviewers read on its pictures, the reader's own first. */
  transcriptions: ReadByReviewer[];
  /** The lines of its zone as read, with the optional data masked; `null` if none were read, or they are deleted. */
  lines: string[] | null;
  /** What the machine read, as far as a transcription has it; `null` if nothing. */
  draft: Reading | null;
}

interface ReadByReviewer {
  isOwn: boolean;
  reviewer: string;
  at: Date;
  fields: Transcription;
}

/** @returns `null` if no document was shown. */
export async function documentEvidence(
  { vault }: Pick<ServiceContext, 'vault'>,
  db: Kysely<Database>,
  row: CaseRow,
  { details, reviewer }: { details: DocumentEvidence['details']; reviewer: string },
): Promise<DocumentEvidence | null> {
  const check = await documentChecks.shown(db, row.id);
  if (!check) return null;
  const stored = row.data_key ? await documentPictures.described(db, check) : [];
  const typed = row.data_key ? await documentTranscriptions.ofCheck(db, check) : [];
  // A quality check must not give itself away by what others read before.
  const isSample = typed.some((one) => one.reviewer === reviewer && one.is_sample);
  const read = documentFields.open(vault, row, check);
  return {
    check: viewDocument(vault, row, check, { withPerson: true }),
    details,
    pictures: stored
      .filter(({ position }) => position >= 0)
      .map(({ side, position }) => ({ side, n: position })),
    wasReplayed: row.facts.documentReplayed && !check.reasons.includes('document_replayed'),
    chosen: check.type,
    transcriptions: typed
      .filter((one) => one.reviewer === reviewer || !(one.is_sample || isSample))
      .map((one) => ({
        isOwn: one.reviewer === reviewer,
        reviewer: one.reviewer,
        at: one.created_at,
        fields: transcription.open(vault, row, one),
      }))
      .sort((one, other) => Number(other.isOwn) - Number(one.isOwn)),
    lines: read?.lines ?? null,
    draft: read && machineReading(read),
  };
}

/**
 * A still of the document of a case.
 * @throws {ApiError} `resource_not_found`.
 */
export async function documentPicture(
  { pictures }: Pick<ServiceContext, 'pictures'>,
  db: Kysely<Database>,
  row: CaseRow,
  { side, n }: { side: string; n: string },
): Promise<PictureFile> {
  const id = (await documentChecks.shown(db, row.id))?.id;
  const isNamed = (side === 'front' || side === 'back') && /^\d$/.test(n);
  const key = { id: id ?? '', case_id: row.id, side: side as DocumentSide, position: Number(n) };
  const found = id && isNamed && row.data_key ? await documentPictures.find(db, key) : undefined;
  if (!found) throw new ApiError('resource_not_found');
  const purpose = purposes.documentPicture(key.id, key.side, key.position);
  return { mediaType: found.media_type, bytes: await pictures.open(row, purpose, found) };
}
