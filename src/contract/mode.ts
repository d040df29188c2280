import * as z from 'zod/mini';

/** Live and test data are disjoint; the key decides which of them a request sees. */
export const Mode = z.enum(['live', 'test']);
export type Mode = z.infer<typeof Mode>;
