import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { deskChallenges, deskPasskeys, type PasskeyRow } from '../db/store/deskPasskeys.ts';
import type { ReviewerRow } from '../db/store/reviewers.ts';

/** How long a browser may take. */
const CHALLENGE_MS = 300_000;

/** The host of the desk, as browsers know it (WebAuthn's relying party). */
export interface PasskeyHost {
  origin: string;
  rpID: string;
}

/** A browser, by the hash of its cookie, and the reviewer; `null` before a sign-in. */
interface Asked {
  hash: string;
  reviewer: Pick<ReviewerRow, 'id' | 'name'> | null;
}

type Context = Pick<ServiceContext, 'clock' | 'log'>;

/**
 * Passkeys of invited reviewers. The person is verified by their device each time: a passkey stands for a sign-in.
 * @see https://www.w3.org/TR/webauthn-3/
 */
export const passkeys = {
  /** What the browser needs to make one. */
  creation: async (
    context: Context,
    db: Kysely<Database>,
    { rpID }: PasskeyHost,
    { hash, reviewer }: Asked,
  ) => {
    const known = await deskPasskeys.ofReviewer(db, reviewer!.id);
    const options = await generateRegistrationOptions({
      rpName: 'Review desk',
      rpID,
      userName: reviewer!.name,
      userDisplayName: reviewer!.name,
      userID: new TextEncoder().encode(reviewer!.id),
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await keep(context, db, { hash, reviewer }, options.challenge);
    return options;
  },

  /** What the browser needs to use one: of the reviewer, or before a sign-in any. */
  request: async (
    context: Context,
    db: Kysely<Database>,
    { rpID }: PasskeyHost,
    { hash, reviewer }: Asked,
  ) => {
    const known = reviewer ? await deskPasskeys.ofReviewer(db, reviewer.id) : [];
    const options = await generateAuthenticationOptions({
      rpID,
      allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
      userVerification: 'required',
    });
    await keep(context, db, { hash, reviewer }, options.challenge);
    return options;
  },

  /** @throws {ApiError} `key_invalid` */
  register: async (
    context: Context,
    tx: Kysely<Database>,
    host: PasskeyHost,
    { hash, reviewer, answer }: Asked & { answer: string },
  ): Promise<void> => {
    const expectedChallenge = await taken(context, tx, { hash, reviewer });
    const result = await checked(context, () =>
      verifyRegistrationResponse({
        response: JSON.parse(answer),
        expectedChallenge,
        expectedOrigin: host.origin,
        expectedRPID: host.rpID,
      }),
    );
    if (!result.verified) throw refused();
    const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
    if (await deskPasskeys.find(tx, id)) throw refused();
    await deskPasskeys.insert(tx, {
      id,
      reviewer: reviewer!.id,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
      created_at: context.clock(),
      used_at: null,
    });
  },

  /**
   * Verifies that somebody used their passkey.
   * @returns the passkey, of which the caller knows the reviewer.
   * @throws {ApiError} `key_invalid`
   */
  use: async (
    context: Context,
    tx: Kysely<Database>,
    host: PasskeyHost,
    { hash, reviewer, answer }: Asked & { answer: string },
  ): Promise<PasskeyRow> => {
    const expectedChallenge = await taken(context, tx, { hash, reviewer });
    const response = await checked(context, async () => JSON.parse(answer));
    const passkey = typeof response?.id === 'string' ? await deskPasskeys.find(tx, response.id) : undefined;
    if (!passkey || (reviewer && passkey.reviewer !== reviewer.id)) throw refused();
    const { id, public_key, counter, transports } = passkey;
    const result = await checked(context, () =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: host.origin,
        expectedRPID: host.rpID,
        credential: {
          id,
          publicKey: new Uint8Array(public_key),
          counter: Number(counter),
          transports,
        },
      }),
    );
    if (!result.verified) throw refused();
    const { newCounter } = result.authenticationInfo;
    await deskPasskeys.use(tx, id, { counter: newCounter, at: context.clock() });
    return passkey;
  },
};

async function keep(
  { clock }: Context,
  db: Kysely<Database>,
  { hash, reviewer }: Asked,
  challenge: string,
): Promise<void> {
  const expires_at = new Date(clock().getTime() + CHALLENGE_MS);
  await deskChallenges.put(db, { hash, reviewer: reviewer?.id ?? null, challenge, expires_at });
}

/** A challenge is good once, for the browser and the reviewer that it was made for. */
async function taken({ clock }: Context, tx: Kysely<Database>, { hash, reviewer }: Asked): Promise<string> {
  const kept = await deskChallenges.take(tx, hash);
  if (!kept || kept.expires_at <= clock() || kept.reviewer !== (reviewer?.id ?? null)) throw refused();
  return kept.challenge;
}

/** Answers come from browsers: any may be malformed. */
async function checked<T>({ log }: Context, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    log.warn('passkey refused', { error: error instanceof Error ? error.message : String(error) });
    throw refused();
  }
}

const refused = () =>
  new ApiError('key_invalid', { detail: 'The passkey was not accepted, or it took too long. Try again.' });
