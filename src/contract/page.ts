import * as z from 'zod/mini';
import { AmlStatus } from './amlScreening.ts';
import { CaseType } from './case.ts';
import { CaseStatus } from './caseStatus.ts';
import { EventType } from './events.ts';
import { GivenTimestamp, text } from './scalars.ts';

/** A number in a query: digits only, because `Number` would also accept values such as `1e1`. */
const digits = z.transform((value) => (/^\d+$/.test(String(value)) ? Number(value) : value));

/** The query of every list: `limit` 1–100, and the cursor to continue from. */
const paging = {
  limit: z.pipe(digits, z._default(z.int().check(z.gte(1), z.lte(100)), 20)),
  cursor: z.optional(text(500)),
};

export const Paging = z.strictObject(paging);
export type Paging = z.infer<typeof Paging>;

export const ListCases = z.strictObject({
  ...paging,
  status: z.optional(CaseStatus),
  type: z.optional(CaseType),
  clientReferenceId: z.optional(text(200)),
  createdAfter: z.optional(GivenTimestamp),
  createdBefore: z.optional(GivenTimestamp),
});
export type ListCases = z.infer<typeof ListCases>;

export const ListEvents = z.strictObject({
  ...paging,
  type: z.optional(EventType),
  caseId: z.optional(text(60)),
});
export type ListEvents = z.infer<typeof ListEvents>;

export const ListScreenings = z.strictObject({
  ...paging,
  status: z.optional(AmlStatus),
  caseId: z.optional(text(60)),
  /** Screenings with a hit on this list entity. */
  entityId: z.optional(text(200)),
  clientReferenceId: z.optional(text(200)),
  createdAfter: z.optional(GivenTimestamp),
  createdBefore: z.optional(GivenTimestamp),
});
export type ListScreenings = z.infer<typeof ListScreenings>;

export const ListWatches = z.strictObject({
  ...paging,
  status: z.optional(AmlStatus),
  clientReferenceId: z.optional(text(200)),
});
export type ListWatches = z.infer<typeof ListWatches>;

/** One page of a list, newest first. `nextCursor` is `null` on the last one. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ data: z.array(item), hasMore: z.boolean(), nextCursor: z.nullable(z.string()) });
}

/** The shape of one page of a list. */
export interface Page<T> {
  data: T[];
  hasMore: boolean;
  nextCursor: string | null;
}
