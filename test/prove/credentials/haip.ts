import { CredentialError } from '../../../src/credentials/CredentialError.ts';
import { dcApiTranscript } from '../../../src/credentials/request/transcripts.ts';
import { keyPair } from '../../../src/testwallet/authority.ts';
import { publicJwk, type SdJwtRecipe } from '../../../src/testwallet/issueSdJwt.ts';
import { makeScenario, type Scenario } from '../../../src/testwallet/scenario.ts';

const seconds = (now: number) => Math.floor(now / 1000);
const presented =
  (changes: (scenario: Scenario) => Partial<SdJwtRecipe> = () => ({})) =>
  (scenario: Scenario): void =>
    scenario.verify(scenario.sdJwt(changes(scenario)));

/**
 * The modules of the OpenID Foundation's plan for HAIP verifiers (`oid4vp-1final-verifier-haip-test-plan`) that concern
 * a wallet's presentation, and whether a verifier must accept each. The modules about the request's address are the
 * service's.
 */
const MODULES: Record<string, { isTaken: boolean; run: (scenario: Scenario) => void }> = {
  'happy-flow': { isTaken: true, run: presented() },
  'minimal-cnf-jwk': {
    isTaken: true,
    run: (scenario) => {
      const holder = { privateKey: keyPair('P-256'), curve: 'P-256' as const };
      const { kty, crv, x, y } = publicJwk(holder.privateKey);
      const cnf = { jwk: { kty: kty!, crv: crv!, x: x!, y: y! } };
      scenario.verify(scenario.sdJwt({ holder, editPayload: (payload) => Object.assign(payload, { cnf }) }));
    },
  },
  'invalid-credential-signature': {
    isTaken: false,
    run: presented(({ signer }) => ({ signer: { ...signer, privateKey: keyPair('P-256') } })),
  },
  'invalid-kb-jwt-signature': {
    isTaken: false,
    run: presented(() => ({ bindingKey: { privateKey: keyPair('P-256'), curve: 'P-256' } })),
  },
  'invalid-kb-jwt-nonce': { isTaken: false, run: presented(() => ({ bindingPayload: { nonce: 'other' } })) },
  'invalid-kb-jwt-aud': {
    isTaken: false,
    run: presented(() => ({ bindingPayload: { aud: 'x509_hash:other' } })),
  },
  'invalid-sd-hash': { isTaken: false, run: presented(() => ({ bindingPayload: { sd_hash: 'AAAA' } })) },
  'kb-jwt-iat-in-past': {
    isTaken: false,
    run: presented(({ now }) => ({ bindingPayload: { iat: seconds(now) - 31_536_000 } })),
  },
  'kb-jwt-iat-in-future': {
    isTaken: false,
    run: presented(({ now }) => ({ bindingPayload: { iat: seconds(now) + 31_536_000 } })),
  },
  'invalid-session-transcript': {
    isTaken: false,
    run: (scenario) => {
      const session = { origin: 'https://shop.example', nonce: 'other', jwkThumbprint: new Uint8Array(32) };
      scenario.verify(scenario.mdoc({ transcript: dcApiTranscript(session) }));
    },
  },
};

/** Replays the modules. @returns how many there are, and those with another verdict than the plan's */
export function replayModules(now: number): { modules: number; wrong: string[] } {
  const scenario = makeScenario(now);
  const wrong = Object.entries(MODULES).filter(
    ([, { isTaken, run }]) => isTaken !== takes(() => run(scenario)),
  );
  return { modules: Object.keys(MODULES).length, wrong: wrong.map(([name]) => name) };
}

function takes(run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof CredentialError) return false;
    throw error;
  }
}
