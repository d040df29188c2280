import type { IdvClient } from 'idv-verify/server';
import { CUSTOMER_PREFIX, LIFETIME_MS } from './Customers.ts';

/** Overlap of two rounds, because cases created at the same moment may be listed in either. */
const OVERLAP_MS = 5_000;

/**
 * Erases the cases of visitors whose hour is over, including those from before a restart.
 * @returns a function for one round, to be repeated. It handles the cases that have become old since the last
 *   successful round.
 */
export function eraseOldCases(idv: IdvClient, now: () => number): () => Promise<void> {
  let erasedUntil: number | null = null;
  return async () => {
    const until = now() - LIFETIME_MS;
    const since =
      erasedUntil === null ? {} : { createdAfter: new Date(erasedUntil - OVERLAP_MS).toISOString() };
    for await (const { id, clientReferenceId, redaction } of idv.cases.list({
      createdBefore: new Date(until).toISOString(),
      ...since,
      limit: 100,
    })) {
      const isOurs = clientReferenceId?.startsWith(CUSTOMER_PREFIX);
      if (isOurs && redaction?.status !== 'redacted') await idv.cases.erase(id);
    }
    erasedUntil = until;
  };
}
