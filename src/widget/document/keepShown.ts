import type { DocumentContext } from './documentPhases.ts';
import { keepRead } from './keepRead.ts';
import { awaitReading } from './sendDocument.ts';

/**
 * Fills the form with a document that was shown before: by a phone, or before a reload.
 * @returns `again` if it has to be shown again: its pictures were still being read.
 */
export async function keepShown(
  context: DocumentContext,
  signal: AbortSignal,
): Promise<'read' | 'unread' | 'again'> {
  const { client, case: state } = context;
  const read = await awaitReading({ client, id: state!.document.id!, signal });
  signal.throwIfAborted();
  if (read) {
    await keepRead(context, read);
    return 'read';
  }
  const { document } = await client.retrieveCase({ signal });
  return document.isOpen ? 'again' : 'unread';
}
