import { describe, expect, test } from 'vitest';
import { readTrustList } from '../../src/credentials/trust/readTrustList.ts';
import { keyPair, makeRoot, makeSigner, pemOf, type TestCurve } from '../../src/testwallet/authority.ts';
import { anchorFor, makeScenario } from '../../src/testwallet/scenario.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const CURVES: TestCurve[] = [
  'P-256',
  'P-384',
  'P-521',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
  'ed25519',
];
const scenario = makeScenario(NOW);

describe.each(CURVES)('%s', (curve) => {
  const root = makeRoot(NOW, { curve });
  const signer = makeSigner(root, NOW, { curve });
  const check = { anchors: [anchorFor(root)] };

  test('accepts signatures of roots and signers, and refuses those of another key', () => {
    expect(readTrustList(Buffer.from(pemOf(root.certificate)))).toMatchObject({
      anchors: [{}],
      rejected: [],
    });
    scenario.verify(scenario.mdoc({ signer }), check);
    scenario.verify(scenario.sdJwt({ signer }), check);
    const other = { ...signer, privateKey: keyPair(curve) };
    for (const bad of [scenario.mdoc({ signer: other }), scenario.sdJwt({ signer: other })])
      expect(() => scenario.verify(bad, check)).toThrow(
        expect.objectContaining({ code: 'issuer_signature_invalid' }),
      );
  });
});

test.each(CURVES.filter((curve) => !curve.startsWith('brainpool')))(
  'devices with keys on %s verify',
  (curve) => {
    const device = { privateKey: keyPair(curve), curve };
    scenario.verify(scenario.mdoc({ device }));
    scenario.verify(scenario.sdJwt({ holder: device }));
  },
);
