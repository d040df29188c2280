import { fromBase64url, toBase64url } from '../../credentials/bytes/bytes.ts';
import type { JsonObject } from '../../credentials/jose/strictJson.ts';
import {
  createRequest,
  type DigitalRequest,
  type RelyingParty,
} from '../../credentials/request/createRequest.ts';
import type { CredentialQuery } from '../../credentials/request/dcql.ts';
import {
  type PresentationAnswer,
  type PresentationSession,
  verifyPresentation,
} from '../../credentials/request/presentation.ts';
import { keyPair, makeRoot, makeSigner } from '../authority.ts';
import { publicJwk } from '../issueSdJwt.ts';
import {
  anchorFor,
  type Fault,
  type FaultyAnswer,
  PID_DOCTYPE,
  PID_VCT,
  type Scenario,
} from '../scenario.ts';
import { type AnswerChanges, answerRequest, REDIRECT, type WalletContent } from '../wallet.ts';

type Protocol = DigitalRequest['protocol'];

const ORIGIN = 'https://shop.example';
const OPEN_ID = ['openid4vp-v1-unsigned', 'openid4vp-v1-signed'];
const NAMES = ['family_name', 'given_name', 'birth_date'];
const MDOC: CredentialQuery = {
  id: 'pid_mdoc',
  format: 'mso_mdoc',
  types: [PID_DOCTYPE],
  claims: NAMES.map((name) => ({ path: [PID_DOCTYPE, name], isRequired: name !== 'given_name' })),
};
const SD_JWT: CredentialQuery = {
  id: 'pid_sd_jwt',
  format: 'dc+sd-jwt',
  types: ['urn:eudi:pid:*'],
  claims: ['family_name', 'given_name', 'birthdate'].map((name) => ({ path: [name], isRequired: true })),
};

/** One exchange: the request, and the changes to its answer. */
interface Exchange {
  protocol?: Protocol;
  query?: CredentialQuery;
  wallet?: AnswerChanges;
  editAnswer?: (answer: PresentationAnswer) => void;
  editSession?: (session: PresentationSession) => void;
}

const element = (name: string, value: string) => ({ namespace: PID_DOCTYPE, name, value });
const header = (change: JsonObject): Exchange => ({ wallet: { header: change } });
const token = (change: (vpToken: JsonObject, token: JsonObject) => void): Exchange => ({
  wallet: { editToken: (draft) => change(draft['vp_token'] as JsonObject, draft) },
});
const annexC: Exchange = { protocol: 'org-iso-mdoc', query: MDOC };
const relayed = (protocol: Protocol, query: CredentialQuery): Exchange => ({
  protocol,
  query,
  wallet: { origin: 'https://evil.example' },
});
const FULL = [element('family_name', 'M'), element('given_name', 'E'), element('birth_date', '1984-01-26')];

/** Name, error code, the faulty exchange and its valid counterpart. */
const FAULTS: [string, string, Exchange, Exchange?][] = [
  ['JWE with one bit flipped', 'response_decryption', { wallet: { edit: (parts) => { parts[3] = flipped(parts[3]!); } } }],
  ['JWE with another tag', 'response_decryption', { wallet: { edit: (parts) => { parts[4] = flipped(parts[4]!); } } }],
  ['JWE with a short tag', 'response_decryption', { wallet: { edit: (parts) => { parts[4] = parts[4]!.slice(0, 8); } } }],
  ['JWE with a wrapped key', 'response_decryption', { wallet: { edit: (parts) => { parts[1] = 'AAAA'; } } }],
  ['JWE of four parts', 'response_decryption', { wallet: { edit: (parts) => { parts.pop(); } } }],
  ['JWE to another key', 'response_decryption', { wallet: { recipient: publicJwk(keyPair('P-256')) } }],
  ['JWE by RSA', 'algorithm_unsupported', header({ alg: 'RSA-OAEP-256' })],
  ['JWE by CBC', 'algorithm_unsupported', header({ enc: 'A128CBC-HS256' }), header({ enc: 'A256GCM' })],
  ['JWE that is compressed', 'algorithm_unsupported', header({ zip: 'DEF' })],
  ['JWE with a critical header', 'header_critical', header({ crit: ['x'] })],
  ['JWE by a key beside the curve', 'key_malformed', header({ epk: { kty: 'EC', crv: 'P-256', x: toBase64url(new Uint8Array(32)), y: toBase64url(new Uint8Array(32)) } })],
  ['JWE by a key on another curve', 'key_malformed', header({ epk: publicJwk(keyPair('P-384')) })],
  ['JWE without a key', 'key_malformed', header({ epk: null })],
  ['answer without encryption', 'response_malformed', { editAnswer: (answer) => { answer.data = { vp_token: { pid_sd_jwt: ['x'] } }; } }],
  ['answer that is null', 'response_malformed', { editAnswer: (answer) => { answer.data = null; } }],
  ['error of a wallet', 'response_wallet_error', { editAnswer: (answer) => { answer.data = { error: 'access_denied' }; } }],
  ['error of a wallet, encrypted', 'response_wallet_error', token((_, draft) => { draft['error'] = 'access_denied'; })],
  ['answer by a protocol nobody asked', 'response_protocol', { editAnswer: (answer) => { answer.protocol = 'direct_post.jwt'; } }],
  ['no vp_token', 'response_malformed', token((_, draft) => { delete draft['vp_token']; })],
  ['empty vp_token', 'query_unanswered', token((draft) => { delete draft['pid_sd_jwt']; })],
  ['presentation for a query nobody asked', 'query_unknown', token((draft) => { draft['other'] = draft['pid_sd_jwt']!; delete draft['pid_sd_jwt']; })],
  ['one presentation for two queries', 'response_malformed', token((draft) => { draft['other'] = draft['pid_sd_jwt']!; })],
  ['two presentations', 'response_malformed', token((draft) => { draft['pid_sd_jwt'] = [...(draft['pid_sd_jwt'] as string[]), 'x']; })],
  ['presentation that is no list', 'response_malformed', token((draft) => { draft['pid_sd_jwt'] = (draft['pid_sd_jwt'] as string[])[0]!; })],
  ['another credential', 'type_mismatch', { wallet: { sdJwt: { type: 'https://club.example/member' } } }, { wallet: { sdJwt: { type: 'urn:eudi:pid:ut:1' } } }],
  ['claim that is missing', 'claim_missing', { wallet: { sdJwt: { claims: { family_name: 'M', given_name: 'E' } } } }],
  ['claim that nobody asked for', 'claim_not_requested', { wallet: { sdJwt: { claims: { family_name: 'M', given_name: 'E', birthdate: '1984-01-26', sex: 2 } } } }, { wallet: { sdJwt: { plain: { sex: 2 } } } }],
  ['no key binding', 'key_binding_missing', { wallet: { sdJwt: { binding: null } } }],
  ['relay of an SD-JWT, unsigned', 'key_binding_audience', relayed('openid4vp-v1-unsigned', SD_JWT)],
  ['relay of an SD-JWT, signed', 'key_binding_audience', relayed('openid4vp-v1-signed', SD_JWT), { protocol: 'openid4vp-v1-signed' }],
  ['relay of an mdoc, unsigned', 'device_signature_invalid', relayed('openid4vp-v1-unsigned', MDOC), { query: MDOC }],
  ['relay of an mdoc, signed', 'device_signature_invalid', relayed('openid4vp-v1-signed', MDOC), { protocol: 'openid4vp-v1-signed', query: MDOC }],
  ['relay of an mdoc, annex C', 'response_decryption', relayed('org-iso-mdoc', MDOC), annexC],
  ['answer of another session', 'key_binding_nonce', { editSession: (session) => { session.nonce = 'another'; } }],
  ['answer of another session, mdoc', 'device_signature_invalid', { query: MDOC, editSession: (session) => { session.nonce = 'another'; } }, { query: MDOC }],
  ['mdoc with an element nobody asked for', 'claim_not_requested', { query: MDOC, wallet: { mdoc: { elements: [...FULL, element('sex', '2')] } } }, { query: MDOC }],
  ['mdoc without an element that is required', 'claim_missing', { query: MDOC, wallet: { mdoc: { elements: FULL.slice(0, 2) } } }, { query: MDOC, wallet: { mdoc: { elements: [FULL[0]!, FULL[2]!] } } }],
  ['mdoc of another type', 'type_mismatch', { query: MDOC, wallet: { mdoc: { docType: 'org.example.membership' } } }, { query: MDOC }],
  ['mdoc in the place of an SD-JWT', 'jws_malformed', token((draft) => { draft['pid_sd_jwt'] = ['omd2ZXJzaW9u']; })],
  ['annex C with one bit flipped', 'response_decryption', { ...annexC, wallet: { editAnnexC: (parts) => { (parts.get('cipherText') as Uint8Array)[5]! ^= 1; } } }, annexC],
  ['annex C by a key that is compressed', 'key_malformed', { ...annexC, wallet: { editAnnexC: (parts) => parts.set('enc', new Uint8Array(33).fill(2)) } }, annexC],
  ['annex C by a key beside the curve', 'key_malformed', { ...annexC, wallet: { editAnnexC: (parts) => parts.set('enc', new Uint8Array(65).fill(4)) } }, annexC],
  ['annex C to another key', 'response_decryption', { ...annexC, wallet: { recipient: publicJwk(keyPair('P-256')) } }, annexC],
  ['annex C without a text', 'response_decryption', { ...annexC, wallet: { editAnnexC: (parts) => parts.set('cipherText', new Uint8Array(3)) } }, annexC],
  ['annex C of another kind', 'response_malformed', { ...annexC, editAnswer: (answer) => { answer.data = { response: toBase64url(Uint8Array.of(0x82, 1, 2)) }; } }, annexC],
  ['annex C that nobody asked', 'response_protocol', { ...annexC, editSession: (session) => { session.encryptionInfo = null; } }, annexC],
  ['annex C of another type', 'type_mismatch', { ...annexC, wallet: { mdoc: { docType: 'org.example.membership' } } }, annexC],
  ['annex C with an element nobody asked for', 'claim_not_requested', { ...annexC, wallet: { mdoc: { elements: [...FULL, element('sex', '2')] } } }, annexC],
]; // biome-ignore format: a table

export const answerFaults: Fault[] = FAULTS.map(([name, code, bad, honest = {}]) => ({
  name: `answer: ${name}`,
  code,
  bad: exchanged(bad),
  honest: exchanged(honest),
  // A changed session is a fault of the verifier, not of the answer.
  ...(!bad.editSession && { inAnswer: inAnswer(bad) }),
}));

/**
 * The fault of an exchange for its protocol. A fault that is only in the encryption of OpenID4VP also applies to a
 * redirect.
 */
function inAnswer({ protocol, query = SD_JWT, wallet = {}, editAnswer }: Exchange): FaultyAnswer {
  const protocols = protocol ? [protocol] : [...OPEN_ID, ...(editAnswer ? [] : [REDIRECT])];
  return { format: query.format, protocols, changes: () => wallet, ...(editAnswer && { editAnswer }) };
}

function exchanged(exchange: Exchange): (scenario: Scenario) => Promise<void> {
  return (scenario) => makeExchange(scenario, exchange)();
}

/**
 * Creates a request and has the test wallet answer it.
 * @returns a function that verifies the answer completely, and can be repeated
 */
export function makeExchange({ now, root, signer }: Scenario, exchange: Exchange): () => Promise<void> {
  const { protocol = 'openid4vp-v1-unsigned', query = SD_JWT, wallet, editAnswer, editSession } = exchange;
  const relyingParty = protocol === 'openid4vp-v1-signed' ? papersOf(now) : null;
  const { session, requests } = createRequest(ORIGIN, [query], relyingParty);
  const request = requests.find((draft) => draft.protocol === protocol)!;
  const answer = answerRequest(request, ORIGIN, contentOf(now, signer), wallet);
  editAnswer?.(answer);
  editSession?.(session);
  const trust = { anchors: [anchorFor(root)], now };
  return async () => void (await verifyPresentation(answer, session, trust));
}

function contentOf(now: number, signer: WalletContent['mdoc']['signer']): WalletContent {
  return {
    mdoc: { signer, now, docType: PID_DOCTYPE, elements: FULL },
    sdJwt: {
      signer,
      now,
      type: PID_VCT,
      claims: { family_name: 'M', given_name: 'E', birthdate: '1984-01-26' },
    },
  };
}

function papersOf(now: number): RelyingParty {
  const identity = makeSigner(makeRoot(now), now);
  const privateKeyPem = identity.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { certificates: [identity.certificate], privateKeyPem, registrations: [] };
}

function flipped(text: string): string {
  const bytes = fromBase64url(text).slice();
  bytes[0]! ^= 1;
  return toBase64url(bytes);
}
