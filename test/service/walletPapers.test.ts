import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPapers } from '../../src/service/credentials/relyingParty.ts';
import { ConfigError, readConfig } from '../../src/service/settings/config.ts';
import { makeRoot, makeSigner, pemOf } from '../../src/testwallet/authority.ts';
import { startTestService } from '../support/service.ts';

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

/** A registration certificate of ETSI TS 119 475, whose signature is the wallet's to check. */
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

test('certificate, key and registration sign the requests; the root stays out', () => {
  const chain = file(pemOf(leaf.certificate) + pemOf(root.certificate));
  const { relyingParty, kinds } = papers(registration([pid(PID_CLAIMS)]), chain);
  expect(relyingParty?.certificates).toEqual([leaf.certificate]);
  expect(relyingParty?.registrations).toEqual([{ format: 'jwt', data: expect.any(String) }]);
  expect(kinds).toEqual(['pid']);
});

test('without papers every kind is asked for, unsigned', () => {
  expect(readPapers(readConfig({}))).toMatchObject({ relyingParty: null, kinds: ['pid', 'mdl', 'photo_id'] });
});

test.each<[string, () => unknown, RegExp]>([
  ['the key of another certificate', () => papers(undefined, undefined, pemOfKey(other)), /not the key/],
  [
    'a certificate signed by itself',
    () => papers(undefined, file(pemOf(root.certificate)), pemOfKey(root)),
    /signed by itself/,
  ],
  ['no certificate', () => papers(undefined, file('nothing')), /no certificate in PEM/],
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
])('%s is refused, in words', (_, read, words) => {
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(words);
});

test('a service that would ask for more than is registered does not start', async () => {
  const { wallet } = readConfig(settings(registration([pid(['given_name'])])));
  await expect(startTestService({ config: { wallet } })).rejects.toThrow(
    /does not register family_name, birthdate, picture/,
  );
});
