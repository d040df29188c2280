import type { CaseClient } from '../../client/createCaseClient.ts';
import { type DocumentPictures, documentForm } from '../../client/documentForm.ts';
import { IdvApiError } from '../../client/errors.ts';
import { documentCalls } from '../../contract/documentCalls.ts';
import type { SessionDocumentCheck } from '../../contract/documentCheck.ts';
import type { Prefill } from '../../contract/personalDetails.ts';
import { pause } from '../step/pause.ts';
import type { DocumentKind, Side } from './documentSides.ts';

/** Six megabytes a side over a slow line, in milliseconds. */
const UPLOAD_MS = 120_000;
/** Milliseconds between two looks at a check, and until the person no longer waits; the check goes on. */
const LOOK_EVERY_MS = 500;
const PATIENCE_MS = 60_000;

export interface TakenDocument {
  kind: DocumentKind;
  source: 'camera' | 'upload';
  pictures: Partial<Record<Side, DocumentPictures>>;
}

interface Sending {
  client: CaseClient;
  caseId: string;
  signal: AbortSignal;
  /** The service has the pictures, and reads them. */
  received: () => void;
}

/**
 * Sends the pictures of a document and waits until the service has read them, for a minute at most.
 * @returns what was read, for the person's form; `null` if nothing was.
 */
export async function sendDocument(
  { client, caseId, signal, received }: Sending,
  { kind, source, pictures: { front, back } }: TakenDocument,
): Promise<Prefill | null> {
  const { id, nonce } = await client.send<SessionDocumentCheck>(documentCalls.startDocumentCheck, {
    body: { caseId, type: kind },
    signal,
  });
  const look = () =>
    client.send<SessionDocumentCheck>(documentCalls.retrieveDocumentCheck, { params: { id }, signal });
  const body = documentForm({ nonce, source, front: front!, ...(back && { back }) });
  const limits = { timeoutMs: UPLOAD_MS, deadlineMs: 2 * UPLOAD_MS };
  const sent = client.send(documentCalls.captureDocument, { params: { id }, body, signal, ...limits });
  await sent.catch(async (error: unknown) => {
    // If only the answer was lost, the service has the pictures.
    if (!(error instanceof IdvApiError) || error.status !== 409) throw error;
    const { status } = await look();
    if (status === 'requires_capture' || status === 'expired') throw error;
  });
  received();
  return await awaitReading({ client, id, signal });
}

/** Waits until the service has read a document, for a minute at most. @returns as `sendDocument`. */
export async function awaitReading({
  client,
  id,
  signal,
}: Pick<Sending, 'client' | 'signal'> & { id: string }): Promise<Prefill | null> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const { status, read } = await client.send<SessionDocumentCheck>(documentCalls.retrieveDocumentCheck, {
      params: { id },
      signal,
    });
    if (status !== 'processing') return read;
    await pause(LOOK_EVERY_MS, signal);
  }
  return null;
}
