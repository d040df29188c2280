import type { Mode } from '../../contract/mode.ts';
import {
  type Anchor,
  CredentialError,
  type CredentialStatus,
  type Crl,
  checkRevocation,
  crlAddresses,
  type IssuedCertificate,
  readCurrentCrl,
  readStatusList,
  type StatusList,
  type StatusReference,
} from '../../credentials/credentials.ts';
import type { ServiceContext } from '../context.ts';
import { FetchedLists, type ListTrust } from './FetchedLists.ts';

/** Time to live of a list that does not state it. */
const STATUS_TTL_MS = 900_000;
const CRL_TTL_MS = 3_600_000;

interface StatusTrust extends ListTrust {
  mode: Mode;
  anchors: readonly Anchor[];
}

interface CrlTrust extends ListTrust {
  issuer: IssuedCertificate['issuer'];
}

/** A status, and the time at which its list was fetched. */
export interface FoundStatus {
  result: CredentialStatus;
  /** Milliseconds since 1970; `null` without a list. */
  at: number | null;
}

type Needs = Pick<ServiceContext, 'clock' | 'log'>;

/** Revocation data that issuers publish: status lists of credentials, and revocation lists of certificates. */
export class StatusLists {
  readonly #clock: () => Date;
  readonly #lists: FetchedLists<StatusList, StatusTrust>;
  readonly #crls: FetchedLists<Crl, CrlTrust>;

  constructor(needs: Needs) {
    this.#clock = needs.clock;
    this.#lists = new FetchedLists(needs, {
      name: 'status list',
      accept: 'application/statuslist+jwt, application/statuslist+cwt, application/identifierlist+cwt',
      allowHttp: false,
      keyOf: ({ mode }) => mode,
      async read(bytes, uri, { anchors }, now) {
        const list = await readStatusList(bytes, uri, { anchors, now });
        return { list, ttlMs: list.ttlMs ?? STATUS_TTL_MS, expiresAt: list.expiresAt };
      },
    });
    this.#crls = new FetchedLists(needs, {
      name: 'revocation list',
      accept: 'application/pkix-crl, application/octet-stream;q=0.5',
      // Authorities publish them by http; they are signed, and public (RFC 5280, section 8).
      allowHttp: true,
      keyOf: ({ issuer }) => issuer.sha256,
      async read(bytes, _uri, { issuer }, now) {
        const list = readCurrentCrl(bytes, issuer, now);
        return { list, ttlMs: CRL_TTL_MS, expiresAt: list.nextUpdate };
      },
    });
  }

  start(): void {
    this.#lists.start();
    this.#crls.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#lists.stop(), this.#crls.stop()]);
  }

  /** The status of a credential with a valid signature; `unknown` if its list is unavailable. */
  async statusOf(reference: StatusReference, trust: StatusTrust): Promise<FoundStatus> {
    const current = await this.#lists.get(reference.uri, trust);
    if (!current) return { result: 'unknown', at: null };
    try {
      return { result: current.list.statusOf(reference), at: current.fetchedAt };
    } catch (error) {
      if (error instanceof CredentialError) return { result: 'unknown', at: current.fetchedAt };
      throw error;
    }
  }

  /**
   * Whether a certificate of a verified path was revoked, by the first of its lists that is available.
   * @returns `null` for a certificate that names no list; `unknown` if none of its lists is available
   */
  async revocationOf(issued: IssuedCertificate, trust: ListTrust): Promise<FoundStatus | null> {
    const addresses = crlAddresses(issued.certificate);
    if (!addresses) return null;
    for (const uri of addresses) {
      const current = await this.#crls.get(uri, { ...trust, issuer: issued.issuer });
      if (!current) continue;
      const { list, fetchedAt: at } = current;
      try {
        checkRevocation(issued, [list], this.#clock().getTime());
        return { result: 'valid', at };
      } catch (error) {
        if (!(error instanceof CredentialError)) throw error;
        if (error.code === 'certificate_revoked') return { result: 'revoked', at };
      }
    }
    return { result: 'unknown', at: null };
  }
}
