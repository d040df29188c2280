import type { DocumentContext } from './documentPhases.ts';
import { keepRead } from './keepRead.ts';
import { awaitReading } from './sendDocument.ts';

/**
 * Fills the form with a document that was shown before: by a phone, or before a reload.
 * @returns whether anything was read.
 */
export async function keepShown(context: DocumentContext, signal: AbortSignal): Promise<boolean> {
  const { client, case: state } = context;
  const read = await awaitReading({ client, id: state!.document.id!, signal });
  signal.throwIfAborted();
  if (read) await keepRead(context, read);
  return read !== null;
}
