import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyMdoc } from '../../src/credentials/mdoc/verifyMdoc.ts';
import { readSession } from '../../src/credentials/request/session.ts';
import { readTrustList } from '../../src/credentials/trust/readTrustList.ts';
import { verifyCredential } from '../../src/credentials/verifyCredential.ts';
import { optionalData } from '../support/optionalData.ts';

const folder = optionalData('wallet/vectors', 'The published vectors of real wallets');

describe.skipIf(!folder)('credentials of real issuers', () => {
  test('verifies a complete session of a real wallet, and refuses any other session', () => {
    const answer = Buffer.from(/'([\w-]{100,})'/.exec(text('mdoc-ts/animo-mdoc-05.deviceResponse.ts'))![1]!);
    const root = /rootCertificate = new X509Certificate\(`([^`]*)`/;
    const [, pem] = root.exec(text('mdoc-ts/animo-mdoc-05.issuerCertificate.ts'))!;
    const { anchors } = readTrustList(Buffer.from(`Types: eu.europa.ec.eudi.pid.1\n${pem}`));
    const written = text('mdoc-ts/animo-mdoc-05.verify.test.ts');
    const constant = (name: string) => new RegExp(`${name} =\\s*'([^']*)'`).exec(written)![1];
    const session = {
      nonce: constant('verifierGeneratedNonce'),
      clientId: constant('clientId'),
      responseUri: constant('responseUri'),
      jwkThumbprint: /'([0-9a-f]{64})'/.exec(written)![1],
    };
    const now = Date.parse('2026-01-12');
    const verify = (more: object) =>
      verifyCredential(answer, { anchors, now, session: readSession(json({ ...session, ...more })) });
    expect(verify({})).toMatchObject([{ type: 'eu.europa.ec.eudi.pid.1', unbound: null }]);
    for (const changed of [{ nonce: 'x' }, { clientId: 'x' }, { responseUri: 'x' }, { jwkThumbprint: null }])
      expect(() => verify(changed)).toThrow(expect.objectContaining({ code: 'device_signature_invalid' }));
  });

  test('ISO 18013-5 annex D: digests and the issuer’s signature are valid, the MAC is refused', () => {
    const response = annexD('DEVICE_RESPONSE');
    const { anchors } = readTrustList(pem(annexD('DS_CERT')));
    const now = Date.parse('2021-01-12');
    const transcript = annexD('SESSION_TRANSCRIPT_BYTES');
    const [mdl] = verifyMdoc(response, { anchors, now, transcript });
    expect(mdl).toMatchObject({ type: 'org.iso.18013.5.1.mDL', unbound: { code: 'device_mac_unsupported' } });
    expect(mdl.claims.get('org.iso.18013.5.1')!.get('family_name')).toBe('Doe');
    const changed = response.slice();
    changed[Buffer.from(response).indexOf('Doe')]! ^= 1;
    const code = 'digest_mismatch';
    expect(() => verifyMdoc(changed, { anchors, now, transcript })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test('reads every root of a real VICAL, even with malformed private extensions', () => {
    const bytes = readFileSync(join(folder!, 'aamva-vical-2025-11-18-1763491092481.cbor'));
    const list = readTrustList(bytes);
    expect(list).toMatchObject({ format: 'vical', provider: 'AAMVA', rejected: [] });
    expect(list.anchors).toHaveLength(14);
    bytes[5000]! ^= 1;
    expect(() => readTrustList(bytes)).toThrow(
      expect.objectContaining({ code: 'trust_list_signature_invalid' }),
    );
  });
});

function text(path: string): string {
  return readFileSync(join(folder!, path), 'utf8');
}

function annexD(name: string): Uint8Array {
  const [, lines] = new RegExp(`ANNEX_D_${name} =\\s*\\(?((?:\\s*\\+?\\s*"[0-9a-f]*")+)`).exec(
    text('TestVectors.kt'),
  )!;
  return new Uint8Array(Buffer.from(lines!.replaceAll(/[^0-9a-f]/g, ''), 'hex'));
}

function pem(der: Uint8Array): Uint8Array {
  const body = Buffer.from(der).toString('base64');
  return Buffer.from(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`);
}

function json(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
