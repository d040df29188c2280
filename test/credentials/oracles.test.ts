import { createPublicKey, verify as verifySignature, X509Certificate } from 'node:crypto';
import { CoseKey, DeviceResponse, type MdocContext } from '@owf/mdoc';
import { digest } from '@sd-jwt/crypto-nodejs';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { decode as decodeByCborg, encode as encodeByCborg } from 'cborg';
import { DcqlQuery } from 'dcql';
import * as jose from 'jose';
import { describe, expect, test } from 'vitest';
import { fromBase64url, toBase64url, utf8 } from '../../src/credentials/bytes/bytes.ts';
import { decodeCbor } from '../../src/credentials/cbor/decodeCbor.ts';
import { encodeCbor } from '../../src/credentials/cbor/encodeCbor.ts';
import { jwkThumbprint } from '../../src/credentials/jose/jwk.ts';
import { createRequest } from '../../src/credentials/request/createRequest.ts';
import { keyPair } from '../../src/testwallet/authority.ts';
import { publicJwk } from '../../src/testwallet/issueSdJwt.ts';
import { makeScenario, PID_DOCTYPE, PID_VCT } from '../../src/testwallet/scenario.ts';

// Compares with independent libraries: on honest input, they and the product agree.

const NOW = Date.parse('2026-11-20T12:00:00Z');
const scenario = makeScenario(NOW);
const privateKey = keyPair('P-256');

describe('jose', () => {
  test('has the same thumbprint and accepts the signature of a request', async () => {
    const jwk = publicJwk(privateKey);
    expect(toBase64url(jwkThumbprint(jwk))).toBe(await jose.calculateJwkThumbprint(jwk as jose.JWK));
    const { certificate, privateKey: signerKey } = scenario.signer;
    const papers = {
      certificates: [certificate],
      privateKeyPem: signerKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      registrations: [],
    };
    const { requests } = createRequest('https://shop.example', [PID], papers);
    const { payload, protectedHeader } = await jose.jwtVerify(
      requests[0]!.data['request'] as string,
      createPublicKey(signerKey),
    );
    expect(protectedHeader.typ).toBe('oauth-authz-req+jwt');
    expect(payload).toMatchObject({
      response_mode: 'dc_api.jwt',
      expected_origins: ['https://shop.example'],
    });
  });
});

const PID = {
  id: 'pid',
  format: 'mso_mdoc' as const,
  types: [PID_DOCTYPE],
  claims: ['family_name', 'given_name'].map((name) => ({
    path: [PID_DOCTYPE, name],
    isRequired: name === 'family_name',
  })),
};

test('dcql accepts the query and finds the matching credentials', () => {
  const sdJwt = {
    id: 'sd',
    format: 'dc+sd-jwt' as const,
    types: [PID_VCT],
    claims: [{ path: ['family_name'], isRequired: true }],
  };
  const { requests } = createRequest('https://shop.example', [PID, sdJwt], null);
  const query = DcqlQuery.parse(requests[0]!.data['dcql_query'] as DcqlQuery.Input);
  DcqlQuery.validate(query);
  const bound = { cryptographic_holder_binding: true };
  const found = DcqlQuery.query(query, [
    {
      ...bound,
      credential_format: 'mso_mdoc',
      doctype: PID_DOCTYPE,
      namespaces: { [PID_DOCTYPE]: { family_name: 'M' } },
    },
    { ...bound, credential_format: 'dc+sd-jwt', vct: PID_VCT, claims: { family_name: 'M' } },
  ]);
  expect(found.can_be_satisfied).toBe(true);
  expect(found.credential_matches).toMatchObject({ pid: { success: true }, sd: { success: true } });
});

test('cborg decodes and encodes the same bytes', () => {
  const value = new Map<string, unknown>([['a', [1, -7, 1.5, 'ü', true, null]], ['b', Uint8Array.of(1, 2)]]); // biome-ignore format: short
  const bytes = encodeCbor(value as never);
  expect(decodeByCborg(bytes, { useMaps: true })).toEqual(value);
  expect(decodeCbor(encodeByCborg(value, { float64: true }))).toEqual(value);
});

test('@owf/mdoc verifies a document and its device session', async () => {
  const { root } = scenario;
  const response = DeviceResponse.decode(scenario.mdoc());
  const verified = response.verify(
    {
      trustedCertificates: [root.certificate],
      sessionTranscript: scenario.transcript,
      now: new Date(NOW),
    },
    mdocContext,
  );
  await expect(verified).resolves.toBeUndefined();
});

test('@sd-jwt/sd-jwt-vc verifies a credential and its key binding', async () => {
  const issuer = createPublicKey(scenario.signer.privateKey);
  const verifier = async (data: string, signature: string) => isSigned(issuer, data, signature);
  const kbVerifier = async (data: string, signature: string, payload: { cnf?: { jwk: object } }) =>
    isSigned(createPublicKey({ key: payload.cnf!.jwk as never, format: 'jwk' }), data, signature);
  const instance = new SDJwtVcInstance({ hasher: digest, verifier, kbVerifier: kbVerifier as never });
  const { nonce } = scenario.session;
  const found = await instance.verify(scenario.sdJwt(), { keyBindingNonce: nonce, currentDate: NOW / 1000 });
  expect(found.payload).toMatchObject({ vct: PID_VCT, family_name: 'Mustermann', birthdate: '1984-01-26' });
});

function isSigned(key: ReturnType<typeof createPublicKey>, data: string, signature: string): boolean {
  return verifySignature('sha256', utf8(data), { key, dsaEncoding: 'ieee-p1363' }, fromBase64url(signature));
}

const unused = () => {
  throw new Error('Nothing here signs, or authenticates by a MAC.');
};

/** The functions that the library expects from its user, implemented with Node. */
const mdocContext: MdocContext = {
  crypto: {
    random: (length) => new Uint8Array(length),
    digest: async ({ digestAlgorithm, bytes }) =>
      new Uint8Array(await crypto.subtle.digest(digestAlgorithm, bytes.slice())),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: unused,
      verify: async ({ key, sign1 }) => {
        const publicKey = createPublicKey({ key: key.jwk as never, format: 'jwk' });
        const { toBeSigned, signature } = sign1;
        return verifySignature(
          'sha256',
          toBeSigned,
          { key: publicKey, dsaEncoding: 'ieee-p1363' },
          signature,
        );
      },
    },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: () => ['UT'],
    getPublicKey: async ({ certificate }) =>
      CoseKey.fromJwk(new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) as never),
    verifyCertificateChain: async ({ trustedCertificates, x5chain }) => {
      const root = new X509Certificate(trustedCertificates[0]!);
      if (!new X509Certificate(x5chain[0]!).verify(root.publicKey))
        throw new Error('Not signed by the root.');
    },
    getCertificateData: async ({ certificate }) => {
      const { issuer, subject, serialNumber, fingerprint256, validFromDate, validToDate } =
        new X509Certificate(certificate);
      const names = {
        issuerName: issuer,
        subjectName: subject,
        serialNumber,
        thumbprint: fingerprint256,
        pem: '',
      };
      return { ...names, notBefore: validFromDate, notAfter: validToDate };
    },
  },
};
