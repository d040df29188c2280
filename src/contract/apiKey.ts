import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { GivenTimestamp, Timestamp, text } from './scalars.ts';
import { Scope } from './scopes.ts';

const Scopes = z
  .array(Scope)
  .check(z.minLength(1, { error: 'required' }))
  .check(z.refine((scopes) => new Set(scopes).size === scopes.length, { error: 'duplicate' }));

/**
 * The body of POST /keys. Without `scopes` the key gets the default scopes, limited to those of the creating key; without
 * `expiresAt` it ends with the creating key. It never ends later.
 */
export const CreateApiKey = z.strictObject({
  name: z.optional(text(100)),
  scopes: z.optional(Scopes),
  expiresAt: z.optional(GivenTimestamp),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** The body of POST /keys/:id/roll: how long the previous key remains valid; default 0, at most 7 days. */
export const RollApiKey = z.strictObject({
  graceSeconds: z.optional(z.int().check(z.gte(0), z.lte(7 * 86_400))),
});
export type RollApiKey = z.infer<typeof RollApiKey>;

/** An API key without its secret value. */
export const ApiKey = z.object({
  id: idSchema('key'),
  object: z.literal('api_key'),
  mode: Mode,
  name: z.nullable(z.string()),
  scopes: z.array(z.string()),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: Timestamp,
  expiresAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A new key. The response shows it only this once. */
export const CreatedApiKey = z.extend(ApiKey, { key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
