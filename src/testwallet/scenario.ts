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

/** The issuer, and the time of issuing. */
export interface Issuing {
  now: number;
  root: Identity;
  signer: Identity;
}

/** An issuer, a holder and a session. Each part may be replaced by a faulty one. */
export interface Scenario extends Issuing {
  /** The wallet's answer: over the Digital Credentials API, encrypted. */
  session: DcApiSession;
  transcript: Uint8Array;
  mdoc(changes?: Partial<MdocRecipe>): Uint8Array;
  sdJwt(changes?: Partial<SdJwtRecipe>): string;
  /** The verifier's requirements for a credential. */
  check(): CredentialCheck;
  /**
   * Verifies one credential with the session of the scenario. @throws {CredentialError} unless it is completely valid
   */
  verify(credential: Uint8Array | string, changes?: Partial<CredentialCheck>): void;
}

/** A credential that is refused for one reason, and its valid counterpart. */
export interface Fault {
  name: string;
  code: string;
  bad(scenario: Scenario): void | Promise<void>;
  honest(scenario: Scenario): void | Promise<void>;
  /**
   * The same fault in the answer to any request; absent if the fault is on the side of the verifier: its roots, lists
   * or session.
   */
  inAnswer?: FaultyAnswer;
}

/** How the test wallet adds a fault to its answer. */
export interface FaultyAnswer {
  /** The format of the faulty credential; `null`: either. */
  format: 'mso_mdoc' | 'dc+sd-jwt' | null;
  /** The protocols in whose answers the fault is possible; `null`: all. */
  protocols: readonly string[] | null;
  changes?(issuing: Issuing): AnswerChanges;
  /** Edits the answer itself. `data` is in the form that the page receives. */
  editAnswer?(answer: { protocol: string; data: unknown }): void;
  /** Creates the status list for the address that the credential names; the credential has index 2. */
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

/** @param scope by default all types */
export function anchorFor({ certificate }: Identity, scope: Partial<Anchor> = { types: ['*'] }): Anchor {
  return anchorOf(readCertificate(certificate), scope);
}
