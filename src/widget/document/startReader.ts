import { type PageDocumentReader, startDocumentReader } from '../../document/startDocumentReader.ts';
import type { FlowContext } from '../step/step.ts';
import type { DocumentKind } from './documentSides.ts';

/**
 * Starts the reader of the page, if the document has lines for it. Without it the person presses the button, and the
 * service reads.
 * @throws the reason of the signal.
 */
export async function startReader(
  context: Pick<FlowContext, 'assetBase' | 'notice'>,
  kind: DocumentKind,
  signal: AbortSignal,
): Promise<PageDocumentReader | null> {
  if (kind === 'driving_licence') return null;
  try {
    return await startDocumentReader({ assetBase: context.assetBase, signal });
  } catch (error) {
    signal.throwIfAborted();
    const detail = error instanceof Error ? error.message : 'The document reader did not start.';
    context.notice('guidance_failed', `${detail} The person has to press the button.`);
    return null;
  }
}
