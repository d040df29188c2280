import * as z from 'zod/mini';

/** Live and test data are separate. The key of a request determines its mode. */
export const Mode = z.enum(['live', 'test']);
export type Mode = z.infer<typeof Mode>;
