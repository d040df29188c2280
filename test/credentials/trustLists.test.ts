import { expect, test } from 'vitest';
import { readTrustList } from '../../src/credentials/trust/readTrustList.ts';
import { readCertificate } from '../../src/credentials/x509/certificate.ts';
import { makeRoot, makeSigner, pemOf } from '../../src/testwallet/authority.ts';
import { anchorFor, makeScenario } from '../../src/testwallet/scenario.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

/** A root whose booleans are true by a byte that BER allows and DER does not. */
function rootInBer(root = makeRoot(now)): Uint8Array {
  const bytes = Buffer.from(root.certificate);
  for (let at = bytes.indexOf('0101ff', 0, 'hex'); at >= 0; at = bytes.indexOf('0101ff', at + 3, 'hex'))
    bytes[at + 2] = 0x01;
  return new Uint8Array(bytes);
}

test('a root whose true is another byte than 0xff stays on its list; certificates of others are strict', () => {
  const root = makeRoot(now);
  const lax = rootInBer(root);
  expect(Buffer.from(lax).equals(root.certificate)).toBe(false);
  const list = readTrustList(Buffer.from(pemOf(lax, ['*'])));
  expect(list.rejected).toEqual([]);
  expect(list.anchors[0]!.certificate).toMatchObject({ isCa: true, pathLength: 1 });
  const isMalformed = expect.objectContaining({ code: 'certificate_malformed' });
  expect(() => readCertificate(lax)).toThrow(isMalformed);

  // It issues as it is, also if the answer contains it; another authority in the chain must be DER.
  const scenario = makeScenario(now);
  const signer = makeSigner(root, now);
  const anchors = list.anchors;
  for (const chain of [[signer.certificate], [signer.certificate, lax]]) {
    const answer = scenario.mdoc({ signer, chain });
    expect(() => scenario.verify(answer, { anchors })).not.toThrow();
  }
  const chain = [signer.certificate, lax];
  const answer = scenario.mdoc({ signer, chain });
  expect(() => scenario.verify(answer, { anchors: [anchorFor(root)] })).toThrow(isMalformed);
});

test('a PEM file names the types of each root; without them it issues none of the EU’s', () => {
  const [one, two, three] = [makeRoot(now), makeRoot(now), makeRoot(now)].map(
    ({ certificate }) => certificate,
  );
  const text = `Types: org.iso.18013.5.1.mDL, urn:eudi:pid:*\n${pemOf(one!)}About the next\n${pemOf(two!)}${pemOf(three!, ['*'])}`;
  const { anchors } = readTrustList(Buffer.from(text));
  expect(anchors.map(({ types }) => types)).toEqual([
    ['org.iso.18013.5.1.mDL', 'urn:eudi:pid:*'],
    null,
    ['*'],
  ]);
  for (const line of ['Types:', 'Types: a b;c', 'Types: *a'])
    expect(() => readTrustList(Buffer.from(`${line}\n${pemOf(one!)}`))).toThrow(
      expect.objectContaining({ code: 'trust_list_malformed' }),
    );
});
