import * as z from 'zod/mini';
import { text } from './scalars.ts';

/**
 * The form of POST /wallet/:token: the answer of a wallet, or its error; with neither it requests the request object.
 * Names as in OpenID4VP 1.0; other fields are ignored.
 */
export const WalletForm = z
  .object({
    /** The encrypted answer (`direct_post.jwt`). */
    response: z.optional(z.string().check(z.minLength(1, { error: 'required' }))),
    /** The error code if there is no answer, such as `access_denied`. */
    error: z.optional(text(256)),
    /** Repeated in the request object. */
    wallet_nonce: z.optional(text(512)),
  })
  .check(
    z.refine((form) => Object.values(form).filter((value) => value !== undefined).length <= 1, {
      error: 'one_of_form',
    }),
  );
export type WalletForm = z.infer<typeof WalletForm>;

/** The URL to which a wallet sends the person after its answer. The name is that of OpenID4VP. */
export const WalletRedirect = z.object({ redirect_uri: z.string() });
