import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Paging } from './page.ts';
import { GivenTimestamp, Timestamp, text } from './scalars.ts';
import { ChallengeStep } from './selfieCheck.ts';

/** The reviewer who has claimed a case; all `null` if there is none. */
export const CaseClaim = z.object({
  object: z.literal('case_claim'),
  caseId: idSchema('case'),
  /** The id of the API key, or of the reviewer at the desk. */
  claimedBy: z.nullable(z.string()),
  since: z.nullable(Timestamp),
  until: z.nullable(Timestamp),
});
export type CaseClaim = z.infer<typeof CaseClaim>;

/** The pictures of a selfie check, without their bytes. `n` is the number in the path of each picture. */
export const SelfieFrames = z.object({
  object: z.literal('selfie_frames'),
  selfieCheckId: idSchema('bio'),
  caseId: idSchema('case'),
  frames: z.array(z.object({ n: z.int(), step: ChallengeStep, mediaType: z.string() })),
  /** `atMs`: milliseconds since the first frame. */
  trail: z.array(z.object({ n: z.int(), atMs: z.number() })),
});
export type SelfieFrames = z.infer<typeof SelfieFrames>;

/** One line of the audit log. */
export const AuditLine = z.object({
  id: idSchema('log'),
  object: z.literal('audit_line'),
  mode: Mode,
  at: Timestamp,
  /** The id of the API key, or of the reviewer at the desk. */
  actor: z.string(),
  /** The role at the desk; `api` for an API key. */
  role: z.string(),
  action: z.string(),
  /** The case, or the screening, watch or batch without a case; `null` if there is none. */
  subject: z.nullable(z.string()),
  requestId: z.string(),
  /** Its position in the hash chain, from 1 without gaps. */
  position: z.int(),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** The query of GET /audit; newest first. */
export const ListAudit = z.extend(Paging, {
  /** A case, or a screening, watch or batch without a case. */
  subject: z.optional(text(60)),
  actor: z.optional(text(60)),
  createdAfter: z.optional(GivenTimestamp),
  createdBefore: z.optional(GivenTimestamp),
});
export type ListAudit = z.infer<typeof ListAudit>;
