import * as client from 'openid-client';
import { random } from '../crypto/random.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { ReviewerRole } from '../db/reviewTables.ts';
import { deskSignIns } from '../db/store/reviewers.ts';
import type { Deps } from '../deps.ts';
import type { DeskSettings } from '../settings/config.ts';
import { ROLES } from './reviewers.ts';

/** Time limit for the sign-in at the provider. */
const SIGN_IN_MS = 600_000;
/** How far the provider's clock may be ahead. */
const CLOCK_MS = 60_000;

/** The identity that the provider asserts. */
export interface ProvenPerson {
  issuer: string;
  subject: string;
  name: string;
  /** The role from the configured claim; `null` if the claim has no role of the desk, or is not configured. */
  role: ReviewerRole | null;
  /** Time of the sign-in at the provider (`auth_time`); `null` if the provider does not state it. */
  signedInAt: Date | null;
}

/** Sign-in by OpenID Connect: the authorization code flow with PKCE, state and nonce (RFC 9700). */
export interface OpenId {
  /**
   * Starts a sign-in.
   * @returns the URL to redirect to, and the state that the browser must bring back.
   */
  begin(options: { isFresh: boolean }): Promise<{ url: string; state: string }>;
  /**
   * Completes a sign-in. Each state is valid once.
   * @param state from the browser that started the sign-in.
   * @throws if any part of the response is not valid.
   */
  end(url: URL, state: string | undefined): Promise<ProvenPerson>;
}

/** @returns `null` if no provider is configured. */
export function createOpenId(deps: Deps): OpenId | null {
  const { oidc } = deps.config.desk;
  if (!oidc) return null;
  const redirect_uri = `${deps.baseUrl.replace(/\/v1$/, '')}/desk/sign-in/answer`;
  const provider = discovered(oidc);
  return {
    begin: async ({ isFresh }) => {
      const config = await provider();
      const state = Buffer.from(random(32)).toString('base64url');
      const verifier = client.randomPKCECodeVerifier();
      const nonce = client.randomNonce();
      const expires_at = new Date(deps.clock().getTime() + SIGN_IN_MS);
      await deskSignIns.insert(deps.db, { hash: sha256(state), verifier, nonce, expires_at });
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: 'openid profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(isFresh && { max_age: '0' }),
      });
      return { url: url.href, state };
    },

    end: async (url, state) => {
      const returnedState = url.searchParams.get('state');
      const signIn =
        returnedState && returnedState === state
          ? await deskSignIns.take(deps.db, sha256(returnedState))
          : undefined;
      if (!signIn || signIn.expires_at <= deps.clock())
        throw new Error('The state of the sign-in is unknown. Start the sign-in again.');
      const answer = new URL(redirect_uri);
      answer.search = url.search;
      const tokens = await client.authorizationCodeGrant(await provider(), answer, {
        pkceCodeVerifier: signIn.verifier,
        expectedState: returnedState!,
        expectedNonce: signIn.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: nameOf(claims),
        role: oidc.roleClaim === null ? null : roleOf(claims[oidc.roleClaim]),
        signedInAt: signedInAt(claims, deps.clock()),
      };
    },
  };
}

/** The provider's metadata: fetched when first needed, and again after a failure. */
function discovered({ issuer, clientId, clientSecret }: NonNullable<DeskSettings['oidc']>) {
  let configuration: Promise<client.Configuration> | null = null;
  const isLocal = issuer.startsWith('http:');
  return () => {
    configuration ??= client
      .discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret),
        {
          execute: [
            // The signature of the ID token is verified too, although it arrives over TLS.
            client.enableNonRepudiationChecks,
            // The settings allow http for loopback addresses only.
            ...(isLocal ? [client.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((error) => {
        configuration = null;
        throw error;
      });
    return configuration;
  };
}

/**
 * The time of the sign-in at the provider, never later than now.
 * @throws if it lies in the future: it would count as recent for too long.
 */
function signedInAt({ auth_time }: client.IDToken, now: Date): Date | null {
  if (typeof auth_time !== 'number') return null;
  const ms = auth_time * 1000;
  if (ms > now.getTime() + CLOCK_MS)
    throw new Error(
      'The time of the sign-in (auth_time) is in the future. Compare the clocks of both servers.',
    );
  return new Date(Math.min(ms, now.getTime()));
}

function nameOf(claims: client.IDToken): string {
  const names = [claims['name'], claims['preferred_username'], claims['email'], claims.sub];
  return String(names.find((one) => typeof one === 'string' && one !== '')).slice(0, 100);
}

/** The strongest role in a claim, which is a string or an array of strings. */
function roleOf(claim: unknown): ReviewerRole | null {
  const named: unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES.findLast((role) => named.includes(role)) ?? null;
}
