import { sizeLimits } from '../../contract/limits.ts';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { cases } from '../db/store/cases.ts';
import { endSelfie } from './endSelfie.ts';

/** Refusals that say something of what was sent, and not of when or in which state. */
const COUNTED: ReadonlySet<string> = new Set([
  'challenge_mismatch',
  'image_unreadable',
  'image_too_small',
  'validation_failed',
]);

/**
 * Runs the reading of a capture and counts its refusals. No honest page is refused ten times: with the tenth, the case
 * takes no more captures and is left to a human, so that nobody keeps the decoders busy without end.
 */
export async function countRefusals<T>(
  context: ServiceContext,
  caseId: string,
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && COUNTED.has(error.code)) await countRefusal(context, caseId);
    throw error;
  }
}

async function countRefusal(context: ServiceContext, caseId: string): Promise<void> {
  await inTransaction(context, async (tx) => {
    const row = await cases.lockById(tx, caseId);
    if (!row?.data_key || row.status !== 'requires_input') return;
    const refused_captures = row.refused_captures + 1;
    if (refused_captures < sizeLimits.refusedCaptures) {
      await cases.update(tx, row.id, { refused_captures });
      return;
    }
    await endSelfie(context, tx, row, { refused_captures });
  });
}
