import { deflateSync } from 'node:zlib';
import { toBase64url } from '../credentials/bytes/bytes.ts';
import { byteKey, type CborMap, type CborValue } from '../credentials/cbor/cborValue.ts';
import { cborMap, encodeCbor } from '../credentials/cbor/encodeCbor.ts';
import { sigStructure } from '../credentials/cose/sign1.ts';
import type { JsonObject } from '../credentials/jose/strictJson.ts';
import { type Identity, signRaw } from './authority.ts';
import { tdate } from './issueMdoc.ts';
import { signJws } from './issueSdJwt.ts';

/** A status list and its signature. */
export interface StatusListRecipe {
  signer: Identity;
  now: number;
  uri: string;
  bits: number;
  /** Uncompressed. */
  list: Uint8Array;
  header?: JsonObject;
  payload?: JsonObject;
}

/** A Status List Token as a JWT. */
export function issueStatusJwt({
  signer,
  now,
  uri,
  bits,
  list,
  header,
  payload,
}: StatusListRecipe): Uint8Array {
  const x5c = [Buffer.from(signer.certificate).toString('base64')];
  const issued = Math.floor(now / 1000) - 60;
  const lst = toBase64url(new Uint8Array(deflateSync(list)));
  const claims = {
    sub: uri,
    iat: issued,
    exp: issued + 86_400,
    ttl: 3600,
    status_list: { bits, lst },
    ...payload,
  };
  return Buffer.from(
    signJws({ alg: 'ES256', typ: 'statuslist+jwt', x5c, ...header }, JSON.stringify(claims), signer),
  );
}

/** A Status List Token as a CWT; with `identifiers`, an identifier list of revoked credentials. */
export function issueStatusCwt(
  { signer, now, uri, bits, list }: StatusListRecipe,
  identifiers?: Uint8Array[],
): Uint8Array {
  const issued = Math.floor(now / 1000) - 60;
  const kind = identifiers ? 'application/identifierlist+cwt' : 'application/statuslist+cwt';
  const claims: CborMap = new Map<number, CborValue>([
    [2, uri],
    [6, issued],
    [4, issued + 86_400],
  ]);
  if (identifiers)
    claims.set(
      65530,
      cborMap({
        identifiers: new Map(identifiers.map((id) => [byteKey(id), new Map()])),
      }),
    );
  else claims.set(65533, cborMap({ bits, lst: new Uint8Array(deflateSync(list)) }));
  return signCose(
    signer,
    encodeCbor(claims),
    new Map<number, CborValue>([
      [1, -7],
      [16, kind],
    ]),
  );
}

/** A VICAL with some roots (ISO 18013-5, annex C). */
export function issueVical(
  signer: Identity,
  roots: { certificate: CborValue; docType: string[] }[],
  now: number,
): Uint8Array {
  const certificateInfos = roots.map(({ certificate, docType }) =>
    cborMap({ certificate, docType, issuingCountry: 'UT' }),
  );
  const vical = cborMap({
    version: '1.0',
    vicalProvider: 'Utopia',
    date: tdate(now),
    vicalIssueID: 1,
    nextUpdate: tdate(now + 86_400_000),
    certificateInfos,
  });
  return signCose(signer, encodeCbor(vical), new Map([[1, -7]]));
}

/** A signed LoTE of PID issuers (ETSI TS 119 602). */
export function issueLote(
  signer: Identity,
  roots: { certificate: Uint8Array; kind: string }[],
  now: number,
): string {
  const entities = roots.map(({ certificate, kind }) => ({
    TrustedEntityInformation: {
      TEName: [{ lang: 'en', value: 'Utopia Identity Office' }],
      TEAddress: { TEPostalAddress: [{ lang: 'en', Country: 'UT' }] },
    },
    TrustedEntityServices: [
      {
        ServiceInformation: {
          ServiceTypeIdentifier: `http://uri.etsi.org/19602/SvcType/${kind}`,
          ServiceDigitalIdentity: {
            X509Certificates: [{ val: Buffer.from(certificate).toString('base64') }],
          },
        },
      },
    ],
  }));
  const scheme = {
    LoTEVersionIdentifier: 1,
    LoTESequenceNumber: 7,
    SchemeOperatorName: [{ lang: 'en', value: 'Utopia' }],
    ListIssueDateTime: new Date(now).toISOString(),
    NextUpdate: new Date(now + 86_400_000).toISOString(),
  };
  const content = { LoTE: { ListAndSchemeInformation: scheme, TrustedEntitiesList: entities } };
  const x5c = [Buffer.from(signer.certificate).toString('base64')];
  return signJws({ alg: 'ES256', typ: 'JOSE', x5c }, JSON.stringify(content), signer);
}

function signCose(signer: Identity, payload: Uint8Array, header: CborMap): Uint8Array {
  const protectedBytes = encodeCbor(header);
  const unprotected: CborMap = new Map([[33, signer.certificate]]);
  const signature = signRaw(signer, sigStructure(protectedBytes, payload));
  return encodeCbor([protectedBytes, unprotected, payload, signature]);
}
