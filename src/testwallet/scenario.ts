import { randomBytes } from 'node:crypto';
import { toBase64url, utf8 } from '../credentials/bytes/bytes.ts';
import { type DcApiSession, dcApiTranscript } from '../credentials/request/transcripts.ts';
import { type Anchor, anchorOf } from '../credentials/trust/anchor.ts';
import { type CredentialCheck, verifyCredential } from '../credentials/verifyCredential.ts';
import { readCertificate } from '../credentials/x509/certificate.ts';
import { type Identity, keyPair, makeRoot, makeSigner } from './authority.ts';
import { issueMdoc, type MdocRecipe } from './issueMdoc.ts';
import { issueSdJwt, type SdJwtRecipe } from './issueSdJwt.ts';
import type { AnswerChanges } from './wallet.ts';

export const PID_DOCTYPE = 'eu.europa.ec.eudi.pid.1';
export const PID_VCT = 'urn:eudi:pid:1';

/** Who issues credentials, and when. */
export interface Issuing {
  now: number;
  root: Identity;
  signer: Identity;
}

/** An issuer, a holder and a session, of which each part may be replaced by a wrong one. */
export interface Scenario extends Issuing {
  /** The wallet's answer: over the Digital Credentials API, encrypted. */
  session: DcApiSession;
  transcript: Uint8Array;
  mdoc(changes?: Partial<MdocRecipe>): Uint8Array;
  sdJwt(changes?: Partial<SdJwtRecipe>): string;
  /** The verifier's requirements for a credential. */
  check(): CredentialCheck;
  /** Verifies one credential with the session of the scenario. @throws {CredentialError} unless it is verified whole */
  verify(credential: Uint8Array | string, changes?: Partial<CredentialCheck>): void;
}

/** A credential that is refused for one reason, and its twin without it, which is taken. */
export interface Fault {
  name: string;
  code: string;
  bad(scenario: Scenario): void | Promise<void>;
  honest(scenario: Scenario): void | Promise<void>;
  /** The same fault in the answer to any request; absent where it lies with the verifier: its roots, lists or session. */
  inAnswer?: FaultyAnswer;
}

/** How the test wallet brings a fault into its answer. */
export interface FaultyAnswer {
  /** The format of the credential that has it; `null`: either. */
  format: 'mso_mdoc' | 'dc+sd-jwt' | null;
  /** The protocols whose answers may have it; `null`: all. */
  protocols: readonly string[] | null;
  changes?(issuing: Issuing): AnswerChanges;
  /** The answer itself, `data` as the page gets it. */
  editAnswer?(answer: { protocol: string; data: unknown }): void;
  /** The status list that the credential names, for its address; the credential has index 2. */
  statusList?(issuing: Issuing, uri: string): Uint8Array;
}

const ELEMENTS = { family_name: 'Mustermann', given_name: 'Erika', birth_date: '1984-01-26' };

export function makeScenario(now: number): Scenario {
  const root = makeRoot(now);
  const signer = makeSigner(root, now);
  const device = { privateKey: keyPair('P-256'), curve: 'P-256' as const };
  const session = {
    origin: 'https://shop.example',
    nonce: toBase64url(randomBytes(32)),
    jwkThumbprint: new Uint8Array(randomBytes(32)),
  };
  const transcript = dcApiTranscript(session);
  const binding = { nonce: session.nonce, audience: `origin:${session.origin}` };
  const mdoc: MdocRecipe = {
    signer,
    now,
    docType: PID_DOCTYPE,
    elements: Object.entries(ELEMENTS).map(([name, value]) => ({ namespace: PID_DOCTYPE, name, value })),
    device,
    transcript,
  };
  const sdJwt: SdJwtRecipe = {
    signer,
    now,
    type: PID_VCT,
    claims: { family_name: 'Mustermann', given_name: 'Erika', birthdate: '1984-01-26' },
    holder: device,
    binding,
  };
  const check = () => ({ anchors: [anchorFor(root)], now, session: { transcript, binding } });
  return {
    now,
    root,
    signer,
    session,
    transcript,
    mdoc: (changes) => issueMdoc({ ...mdoc, ...changes }),
    sdJwt: (changes) => issueSdJwt({ ...sdJwt, ...changes }),
    check,
    verify(credential, changes) {
      const bytes = typeof credential === 'string' ? utf8(credential) : credential;
      for (const { unbound } of verifyCredential(bytes, { ...check(), ...changes }))
        if (unbound) throw unbound;
    },
  };
}

export function anchorFor({ certificate }: Identity, scope: Partial<Anchor> = {}): Anchor {
  return anchorOf(readCertificate(certificate), scope);
}
