import { describe, expect, test } from 'vitest';
import { AskedClaim } from '../../src/contract/credential.ts';
import { createRequest } from '../../src/credentials/request/createRequest.ts';
import { type PresentationAnswer, verifyPresentation } from '../../src/credentials/request/presentation.ts';
import { readStatusList } from '../../src/credentials/status/statusList.ts';
import { credentialQueries } from '../../src/service/credentials/credentialQueries.ts';
import { answerWith, isPossible } from '../../src/testwallet/answerWith.ts';
import { makeRoot, makeSigner } from '../../src/testwallet/authority.ts';
import { faults } from '../../src/testwallet/faults/faults.ts';
import type { Holder } from '../../src/testwallet/holder.ts';
import { anchorFor, type Fault } from '../../src/testwallet/scenario.ts';
import type { WalletRequest } from '../../src/testwallet/wallet.ts';

const ORIGIN = 'https://shop.example';
const STATUS = 'https://status.example/9';
const now = Date.parse('2026-11-20T12:00:00Z');
const root = makeRoot(now);
const issuing = { now, root, signer: makeSigner(root, now) };
const registrar = makeSigner(makeRoot(now), now);
const trust = { anchors: [anchorFor(root)], now };
const holder: Holder = {
  givenName: 'Erika',
  familyName: 'Mustermann',
  dateOfBirth: '1984-01-26',
  nationality: 'DE',
  address: null,
  portrait: null,
};

/** The ways to answer, as the page of the test wallet offers them. */
const WAYS = [
  ['dc+sd-jwt', 'openid4vp-v1-unsigned'],
  ['dc+sd-jwt', 'openid4vp-v1-signed'],
  ['mso_mdoc', 'openid4vp-v1-unsigned'],
  ['mso_mdoc', 'openid4vp-v1-signed'],
  ['mso_mdoc', 'org-iso-mdoc'],
] as const;
type Way = readonly [(typeof WAYS)[number][0], (typeof WAYS)[number][1]];

/** Asks for a PID as the service does, answers, and verifies the answer. */
async function exchange(fault: Fault | null, [format, protocol]: Way): Promise<void> {
  const papers = {
    certificates: [registrar.certificate],
    privateKeyPem: registrar.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    registrations: [],
  };
  const queries = credentialQueries(['pid'], AskedClaim.options);
  const relyingParty = protocol === 'openid4vp-v1-signed' ? papers : null;
  const { session, requests } = createRequest(ORIGIN, queries, relyingParty);
  const request = requests.find((one) => one.protocol === protocol) as WalletRequest;
  const choice = { holder, format, fault, statusUri: STATUS };
  const answer: PresentationAnswer = answerWith(choice, request, ORIGIN, issuing);
  const { status } = await verifyPresentation(answer, session, trust);
  expect(status).toEqual({ kind: 'status_list', uri: STATUS, index: 2 });
}

test.each(WAYS)('accepts a valid response: %s by %s', (...way) => exchange(null, way));

describe.each(WAYS)('faults in responses: %s by %s', (...way) => {
  const possible = Object.values(faults)
    .flat()
    .filter((fault) => isPossible(fault, ...way))
    // Signed and unsigned requests get the same responses.
    .filter(({ inAnswer }) => way[1] !== 'openid4vp-v1-signed' || inAnswer?.protocols?.length === 1);
  test.each(possible.map((fault) => [fault.name, fault.code, fault] as const))(
    '%s: %s',
    async (_name, code, fault) => {
      const list = fault.inAnswer!.statusList?.(issuing, STATUS);
      if (!list) {
        await expect(exchange(fault, way)).rejects.toMatchObject({ name: 'CredentialError', code });
        return;
      }
      await exchange(fault, way);
      const found = readStatusList(list, STATUS, trust).then((read) =>
        read.statusOf({ kind: 'status_list', uri: STATUS, index: 2 }),
      );
      if (code === 'status_revoked' || code === 'status_suspended')
        await expect(found).resolves.toBe(code.slice(7));
      else await expect(found).rejects.toMatchObject({ name: 'CredentialError', code });
    },
  );
});

test('every fault can occur in a response, except faults of the verifier', () => {
  const all = Object.values(faults).flat();
  const theirs = all.filter(({ inAnswer }) => !inAnswer).map(({ name }) => name);
  expect(theirs).toHaveLength(37);
  for (const name of theirs)
    expect(name).toMatch(
      /root|no longer listed|revocation list|was revoked|^trust: |another session|nobody asked|trusted signer|two megabytes|nothing|a text/,
    );
  expect(all.length - theirs.length).toBeGreaterThan(180);
});
