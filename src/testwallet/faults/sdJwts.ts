import { toBase64url, utf8 } from '../../credentials/bytes/bytes.ts';
import type { JsonObject } from '../../credentials/jose/strictJson.ts';
import { keyPair } from '../authority.ts';
import { digestOf, disclosureOf, publicJwk, type SdJwtRecipe } from '../issueSdJwt.ts';
import type { Fault, Issuing, Scenario } from '../scenario.ts';

type Changes = Partial<SdJwtRecipe> | ((issuing: Issuing) => Partial<SdJwtRecipe>);

const header = (change: JsonObject): Changes => ({ editHeader: (draft) => Object.assign(draft, change) });
const payload = (change: (payload: JsonObject) => void): Changes => ({ editPayload: change });
const set = (change: JsonObject): Changes => payload((draft) => Object.assign(draft, change));
/** A disclosure whose digest the issuer signed. */
const disclosed = (text: string): Changes => ({
  editPayload: (draft) => (draft['_sd'] as string[]).push(digestOf(text)),
  editDisclosures: (draft) => draft.push(text),
});
const spelt = (json: unknown): string => toBase64url(utf8(JSON.stringify(json)));
const bindingHeader = (change: JsonObject): Changes => ({ bindingHeader: change });
const bindingPayload = (change: JsonObject): Changes => ({ bindingPayload: change });
const SALT = 'A'.repeat(22);
const seconds = (now: number): number => Math.floor(now / 1000);

/** Name, error code, the fault, and the value of the valid counterpart. */
const FAULTS: [string, string, Changes, Changes?][] = [
  ['no algorithm', 'algorithm_unsupported', header({ alg: 'none' })],
  ['algorithm of a shared secret', 'algorithm_unsupported', header({ alg: 'HS256' })],
  ['algorithm of another curve', 'algorithm_mismatch', header({ alg: 'ES384' })],
  ['token of another type', 'header_type', header({ typ: 'JWT' }), header({ typ: 'vc+sd-jwt' })],
  ['critical header', 'header_critical', header({ crit: ['exp'], exp: 1 })],
  ['payload that is not encoded', 'header_critical', header({ b64: false })],
  ['no certificate', 'certificate_missing', { editHeader: (draft) => { delete draft['x5c']; } }],
  ['certificate in another spelling', 'certificate_malformed', { editHeader: (draft) => { draft['x5c'] = [`${(draft['x5c'] as string[])[0]}\n`]; } }],
  ['signature with one bit flipped', 'issuer_signature_invalid', { editToken: (token) => flip(token, -3) }],
  ['signature of another key', 'issuer_signature_invalid', ({ signer }) => ({ signer: { ...signer, privateKey: keyPair('P-256') } })],
  ['payload changed afterwards', 'issuer_signature_invalid', { editToken: changePayload }],
  ['token in a second spelling', 'base64url_malformed', { editToken: secondSpelling }],
  ['token with padding', 'base64url_malformed', { editToken: (token) => `${token}==` }],
  ['token of two parts', 'jws_malformed', { editToken: (token) => token.slice(0, token.lastIndexOf('.')) }],
  ['member that stands twice', 'json_member_duplicate', { editPayloadText: (text) => text.replace('{', '{"vct":"urn:eudi:pid:1",') }],
  ['member called __proto__', 'json_member_forbidden', { editPayloadText: (text) => text.replace('{', '{"__proto__":{"vct":"x"},') }],
  ['payload that is no JSON', 'json_malformed', { editPayloadText: () => '{vct:1}' }],
  ['payload that is too deep', 'json_limit_exceeded', payload((draft) => { draft['deep'] = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`); }), payload((draft) => { draft['deep'] = [[[[1]]]]; })],
  ['credential that has expired', 'credential_expired', ({ now }) => ({ plain: { exp: seconds(now) - 1 } })],
  ['credential that is not valid yet', 'credential_not_yet_valid', ({ now }) => ({ plain: { nbf: seconds(now) + 3600 } }), ({ now }) => ({ plain: { nbf: seconds(now) - 1 } })],
  ['credential of tomorrow', 'credential_not_yet_valid', ({ now }) => ({ plain: { iat: seconds(now) + 86_400 } })],
  ['expiry that is text', 'validity_malformed', ({ now }) => ({ plain: { exp: `${seconds(now) + 60}` } })],
  ['expiry before its beginning', 'validity_malformed', ({ now }) => ({ plain: { nbf: seconds(now), exp: seconds(now) - 60 } })],
  ['no type', 'claim_malformed', payload((draft) => { delete draft['vct']; })],
  ['type that is a number', 'claim_malformed', set({ vct: 1 })],
  ['type of another country', 'issuer_country_mismatch', { type: 'urn:eudi:pid:de:1' }, { type: 'urn:eudi:pid:ut:1' }],
  ['digests by MD5', 'digest_algorithm_unsupported', set({ _sd_alg: 'md5' })],
  ['digests that are no list', 'claim_malformed', payload((draft) => { draft['_sd'] = 'x'; })],
  ['digest that is a number', 'claim_malformed', payload((draft) => { (draft['_sd'] as unknown[]).push(1); })],
  ['digest that stands twice', 'digest_duplicate', payload((draft) => { (draft['_sd'] as string[]).push((draft['_sd'] as string[])[0]!); }), payload((draft) => { (draft['_sd'] as string[]).push(digestOf('decoy')); })],
  ['digest that stands twice, deeper', 'digest_duplicate', payload((draft) => { draft['address'] = { _sd: [(draft['_sd'] as string[])[0]!] }; })],
  ['claim called "..."', 'claim_malformed', set({ '...': 'x' })],
  ['digest of an array with a member beside it', 'claim_malformed', set({ nationalities: [{ '...': 'x', y: 1 }] }), set({ nationalities: [{ '...': 'x' }] })],
  ['disclosure changed', 'disclosure_unreferenced', { editDisclosures: (draft) => { draft[0] = disclosureOf('family_name', 'Doe'); } }],
  ['disclosure added', 'disclosure_unreferenced', { editDisclosures: (draft) => { draft.push(disclosureOf('age_over_18', true)); } }, disclosed(disclosureOf('age_over_18', true))],
  ['disclosure that stands twice', 'disclosure_duplicate', { editDisclosures: (draft) => { draft.push(draft[0]!); } }],
  ['disclosure called exp', 'disclosure_reserved_name', disclosed(disclosureOf('exp', 9_999_999_999))],
  ['disclosure called vct', 'disclosure_reserved_name', { ...(disclosed(disclosureOf('vct', 'urn:eudi:pid:1')) as object) }],
  ['disclosure called cnf', 'disclosure_reserved_name', disclosed(disclosureOf('cnf', {}))],
  ['disclosure called _sd', 'disclosure_reserved_name', disclosed(disclosureOf('_sd', ['x']))],
  ['disclosure called ...', 'disclosure_reserved_name', disclosed(disclosureOf('...', 'x'))],
  ['disclosure called __proto__', 'disclosure_reserved_name', disclosed(disclosureOf('__proto__', { admin: true }))],
  ['disclosure that doubles a claim', 'disclosure_hides_claim', ({ now }) => ({ ...(disclosed(disclosureOf('age_over_18', true)) as object), plain: { age_over_18: false, exp: seconds(now) + 60 } }), { plain: { age_over_18: false } }],
  ['two disclosures of one name', 'disclosure_hides_claim', disclosed(disclosureOf('family_name', 'Doe'))],
  ['salt of eight characters', 'salt_too_short', { salt: () => Math.random().toString(36).slice(2, 10) }],
  ['salt that is a number', 'disclosure_malformed', disclosed(spelt([1, 'age_over_18', true]))],
  ['disclosure that is an object', 'disclosure_malformed', disclosed(spelt({ salt: SALT }))],
  ['disclosure of four', 'disclosure_malformed', disclosed(spelt([SALT, 'a', 1, 2]))],
  ['disclosure of an element in an object', 'disclosure_malformed', disclosed(disclosureOf(null, 'x'))],
  ['disclosure of a member in an array', 'disclosure_malformed', disclosedElement(disclosureOf('x', 'y')), disclosedElement(disclosureOf(null, 'UT'))],
  ['disclosure with a member twice', 'json_member_duplicate', disclosed(toBase64url(utf8(`["${SALT}","place",{"a":1,"a":2}]`)))],
  ['disclosure that is no base64url', 'base64url_malformed', { editDisclosures: (draft) => { draft[0] = `${draft[0]}=`; } }],
  ['six hundred disclosures', 'json_limit_exceeded', { claims: Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`c${at}`, at])) }, { claims: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`c${at}`, at])) }],
  ['a megabyte', 'input_too_large', { plain: { picture: 'A'.repeat(1_100_000) } }, { plain: { picture: 'A'.repeat(100_000) } }],
  ['status that cannot be read', 'claim_malformed', set({ status: { status_list: { idx: -1, uri: 'https://a.example/1' } } }), set({ status: { status_list: { idx: 1, uri: 'https://a.example/1' } } })],
  ['status without a list', 'claim_malformed', set({ status: {} })],
  ['no key binding', 'key_binding_missing', { binding: null }],
  ['key binding by another key', 'key_binding_signature_invalid', { bindingKey: { privateKey: keyPair('P-256'), curve: 'P-256' } }],
  ['key binding with one bit flipped', 'key_binding_signature_invalid', { editBinding: (text) => flip(text, -3) }],
  ['key binding of another type', 'header_type', bindingHeader({ typ: 'JWT' })],
  ['key binding with a critical header', 'header_critical', bindingHeader({ crit: ['x'] })],
  ['key binding without an algorithm', 'algorithm_unsupported', bindingHeader({ alg: 'none' })],
  ['key binding of another session', 'key_binding_nonce', bindingPayload({ nonce: 'n-0S6_WzA2Mj' })],
  ['key binding for another origin', 'key_binding_audience', bindingPayload({ aud: 'origin:https://evil.example' })],
  ['key binding for the bare origin', 'key_binding_audience', bindingPayload({ aud: 'https://shop.example' })],
  ['key binding for two origins', 'key_binding_audience', bindingPayload({ aud: ['origin:https://shop.example', 'origin:https://evil.example'] })],
  ['key binding of yesterday', 'key_binding_time', ({ now }) => ({ bindingPayload: { iat: seconds(now) - 86_400 } })],
  ['key binding of tomorrow', 'key_binding_time', ({ now }) => ({ bindingPayload: { iat: seconds(now) + 86_400 } })],
  ['key binding that has expired', 'key_binding_time', ({ now }) => ({ bindingPayload: { exp: seconds(now) - 1 } })],
  ['key binding without a time', 'validity_malformed', bindingPayload({ iat: null })],
  ['key binding of another presentation', 'key_binding_hash', bindingPayload({ sd_hash: digestOf('x') })],
  ['key binding without a digest', 'key_binding_hash', bindingPayload({ sd_hash: null })],
  ['no key of a holder', 'device_key_missing', payload((draft) => { delete draft['cnf']; })],
  ['key of a holder by name alone', 'device_key_missing', set({ cnf: { kid: '1' } })],
  ['private key of a holder', 'key_malformed', payload((draft) => { draft['cnf'] = { jwk: { ...(draft['cnf'] as { jwk: JsonObject }).jwk, d: 'AAAA' } }; })],
  ['key of a holder beside the curve', 'key_malformed', payload((draft) => { draft['cnf'] = { jwk: { ...publicJwk(keyPair('P-256')), y: toBase64url(new Uint8Array(32)) } }; })],
  ['key of a holder on another curve', 'algorithm_unsupported', payload((draft) => { draft['cnf'] = { jwk: { ...publicJwk(keyPair('P-256')), crv: 'secp256k1' } }; })],
]; // biome-ignore format: a table

export const sdJwtFaults: Fault[] = FAULTS.map(([name, code, bad, honest = {}]) => ({
  name: `SD-JWT: ${name}`,
  code,
  bad: presented(bad),
  honest: presented(honest),
  inAnswer: {
    format: 'dc+sd-jwt',
    protocols: null,
    changes: (issuing) => ({ sdJwt: typeof bad === 'function' ? bad(issuing) : bad }),
  },
}));

function presented(changes: Changes): (scenario: Scenario) => void {
  return (scenario) =>
    scenario.verify(scenario.sdJwt(typeof changes === 'function' ? changes(scenario) : changes));
}

function disclosedElement(text: string): Changes {
  return {
    editPayload: (draft) => { draft['nationalities'] = [{ '...': digestOf(text) }]; },
    editDisclosures: (draft) => { draft.push(text); },
  }; // biome-ignore format: short
}

/** Replaces a character of base64url, a few places before the end. */
function flip(text: string, at: number): string {
  const index = text.length + at;
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}

function changePayload(token: string): string {
  const [head, body, signature] = token.split('.') as [string, string, string];
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as JsonObject;
  return [head, spelt({ ...payload, age_over_18: true }), signature].join('.');
}

/** 64 bytes leave four bits of the last character unused. Setting one changes the text but not the bytes. */
function secondSpelling(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) | 1];
}
