import { createHash, verify, X509Certificate } from 'node:crypto';
import type { JsonObject } from '../credentials/jose/strictJson.ts';
import { payloadOf } from './wallet.ts';

/** The verifier, and the problems for which a wallet would refuse the request according to HAIP 1.0. */
export interface CheckedRequest {
  payload: JsonObject;
  /** The common name of the relying party's certificate. */
  name: string;
  /** Sentences; empty if all checks pass. */
  problems: string[];
}

/**
 * Checks a signed request object (RFC 9101) as HAIP 1.0 requires of wallets, except for the certificate's authority:
 * the test wallet trusts every registrar.
 * @throws {Error} if it cannot be read
 */
export function checkRequestObject(request: string): CheckedRequest {
  const [head = '', body = '', signature = ''] = request.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as {
    typ?: string;
    alg?: string;
    x5c?: string[];
  };
  const payload = payloadOf(request);
  const [leaf = ''] = header.x5c ?? [];
  const bytes = Buffer.from(leaf, 'base64');
  const certificate = new X509Certificate(bytes);
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const checks: [boolean, string][] = [
    [header.typ === 'oauth-authz-req+jwt', 'The type of the request object is not oauth-authz-req+jwt.'],
    [header.alg === 'ES256' && isSigned, 'The signature of the request is not that of its certificate.'],
    [payload['client_id'] === `x509_hash:${hash}`, 'client_id is not the hash of the certificate.'],
    [!certificate.checkIssued(certificate), 'The certificate is signed by itself.'],
    [typeof payload['nonce'] === 'string', 'The request has no nonce.'],
  ];
  const name = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? 'A relying party without a name';
  return { payload, name, problems: checks.filter(([holds]) => !holds).map(([, problem]) => problem) };
}
