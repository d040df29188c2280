import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AskedClaim } from '../../src/contract/credential.ts';
import { CredentialType } from '../../src/contract/policy.ts';
import { credentialQueries } from '../../src/service/credentials/credentialQueries.ts';
import { type Papers, readPapers } from '../../src/service/credentials/relyingParty.ts';
import { ConfigError, readConfig } from '../../src/service/settings/config.ts';
import { makeRoot, makeSigner, pemOf } from '../../src/testwallet/authority.ts';
import { startTestService } from '../support/service.ts';
import { newCase } from '../support/verification.ts';
import { createWalletCase } from '../support/walletCase.ts';

const NOW = Date.now();
const root = makeRoot(NOW);
const leaf = makeSigner(root, NOW);
const other = makeSigner(root, NOW);
const pemOfKey = ({ privateKey }: typeof leaf) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const folder = mkdtempSync(join(tmpdir(), 'idv-papers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(text: string): string {
  const path = join(folder, `${++files}.pem`);
  writeFileSync(path, text);
  return path;
}

/** A registration certificate of ETSI TS 119 475, whose signature only the wallet verifies. */
function registration(credentials: unknown): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return file(`${part({ typ: 'rc-wrp+jwt', alg: 'ES256' })}.${part({ credentials } as object)}.AAAA`);
}

const PID_CLAIMS = ['given_name', 'family_name', 'birthdate', 'picture', 'issuing_country'];
const pid = (claims: string[]) => ({
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claim: claims.map((name) => ({ path: [name] })),
});

const settings = (
  registered?: string,
  certificate = file(pemOf(leaf.certificate)),
  key = pemOfKey(leaf),
) => ({
  WALLET_CERTIFICATE_FILE: certificate,
  WALLET_KEY_FILE: file(key),
  ...(registered && { WALLET_REGISTRATION_FILE: registered }),
});
const papers = (...args: Parameters<typeof settings>) => readPapers(readConfig(settings(...args)));

test('requests are signed and carry certificate and registration, but not the root', () => {
  const chain = file(pemOf(leaf.certificate) + pemOf(root.certificate));
  const { relyingParty } = papers(registration([pid(PID_CLAIMS)]), chain);
  expect(relyingParty?.certificates).toEqual([leaf.certificate]);
  expect(relyingParty?.registrations).toEqual([{ format: 'jwt', data: expect.any(String) }]);
});

/** The formats and claims that may be asked for of those that a policy comes to. */
function requestable({ registration }: Papers): Record<string, string[]> {
  const queries = registration.within(credentialQueries(CredentialType.options, AskedClaim.options));
  return Object.fromEntries(
    queries.map(({ id, claims }) => [id, claims.map(({ path }) => path.at(-1)!).sort()]),
  );
}

test('without a certificate all data is requested, unsigned', () => {
  const papers = readPapers(readConfig({}));
  expect(papers.relyingParty).toBeNull();
  expect(Object.keys(requestable(papers))).toEqual(['pid_sd_jwt', 'pid_mdoc', 'mdl_mdoc', 'photo_id_mdoc']);
  expect(requestable(papers)['pid_sd_jwt']).toContain('address');
});

test('only registered formats and claims are requested', () => {
  expect(requestable(papers(registration([pid(PID_CLAIMS)])))).toEqual({ pid_sd_jwt: PID_CLAIMS.toSorted() });
  const more = [pid(PID_CLAIMS), pid(['address'])];
  expect(requestable(papers(registration(more)))).toEqual({ pid_sd_jwt: ['address', ...PID_CLAIMS].sort() });
});

test.each<[string, () => unknown, RegExp]>([
  [
    'the key of another certificate',
    () => papers(undefined, undefined, pemOfKey(other)),
    /must be on P-256 and belong to/,
  ],
  [
    'a certificate signed by itself',
    () => papers(undefined, file(pemOf(root.certificate)), pemOfKey(root)),
    /self-signed/,
  ],
  ['no certificate', () => papers(undefined, file('nothing')), /no PEM certificate/],
  ['a file that is not there', () => papers(undefined, join(folder, 'missing')), /ENOENT/],
  ['a registration that is none', () => papers(file('nothing')), /not a registration certificate/],
  [
    'a registration of something else',
    () => papers(registration([{ format: 'dc+sd-jwt', meta: { vct_values: ['diploma'] } }])),
    /registers no credential/,
  ],
  [
    'less than is asked for',
    () => papers(registration([pid(PID_CLAIMS.filter((name) => name !== 'picture'))])),
    /does not register picture of urn:eudi:pid:1/,
  ],
])('%s is refused with a message', (_, read, words) => {
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(words);
});

test('a service that would request more than is registered does not start', async () => {
  const { wallet } = readConfig(settings(registration([pid(['given_name'])])));
  await expect(startTestService({ config: { wallet } })).rejects.toThrow(
    /does not register family_name, birthdate, picture/,
  );
});

test('a case requests only registered data; a policy for other credentials is refused', async () => {
  const trusted = file(pemOf(root.certificate, ['*']));
  const { wallet } = readConfig({ ...settings(registration([pid(PID_CLAIMS)])), WALLET_TEST_TRUST: trusted });
  const service = await startTestService({ config: { wallet } });
  const { request } = await createWalletCase(service);
  expect(request.asked).toEqual(['givenName', 'familyName', 'dateOfBirth', 'portrait']);
  expect(request.requests.map(({ protocol }: { protocol: string }) => protocol)).toEqual([
    'openid4vp-v1-signed',
  ]);
  for (const credential of ['offer', 'require']) {
    const policy = { credential, credentialTypes: ['mdl'] };
    const refused = await service.call('POST', '/cases', { json: { ...newCase, policy } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'credential_unavailable' } });
    expect(refused.body.detail).toContain('WALLET_REGISTRATION_FILE');
  }
});
