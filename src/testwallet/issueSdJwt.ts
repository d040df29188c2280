import { createHash, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { toBase64url, utf8 } from '../credentials/bytes/bytes.ts';
import type { Json, JsonObject } from '../credentials/jose/strictJson.ts';
import { type Identity, signRaw, type TestCurve } from './authority.ts';

/** Content and signature of an SD-JWT VC; each `edit…` changes the data before they are signed or sent. */
export interface SdJwtRecipe {
  signer: Identity;
  now: number;
  type: string;
  /** Each becomes a separate disclosure. */
  claims: JsonObject;
  holder: { privateKey: KeyObject; curve: TestCurve };
  /** Null: presented without a key binding. */
  binding: { nonce: string; audience: string } | null;
  chain?: Uint8Array[];
  /** Claims that are always disclosed. */
  plain?: JsonObject;
  editHeader?: (header: JsonObject) => void;
  editPayload?: (payload: JsonObject) => void;
  /** Edits the payload as text, so that a member may occur twice. */
  editPayloadText?: (text: string) => string;
  salt?: () => string;
  /** Edits the presented disclosures; the digests are already in the payload. */
  editDisclosures?: (disclosures: string[]) => void;
  editToken?: (token: string) => string;
  bindingHeader?: JsonObject;
  bindingPayload?: JsonObject;
  bindingKey?: { privateKey: KeyObject; curve: TestCurve };
  editBinding?: (binding: string) => string;
}

const JOSE_ALGORITHMS: Record<TestCurve, string> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  brainpoolP256r1: 'ESB256',
  brainpoolP384r1: 'ESB384',
  brainpoolP512r1: 'ESB512',
  ed25519: 'EdDSA',
};
const MONTH_S = 2_592_000;

/** Issues an SD-JWT VC and presents it. */
export function issueSdJwt(recipe: SdJwtRecipe): string {
  const { signer, now, holder } = recipe;
  const disclosures = Object.entries(recipe.claims).map(([name, value]) =>
    disclosureOf(name, value, recipe.salt?.()),
  );
  const payload: JsonObject = {
    vct: recipe.type,
    iat: Math.floor(now / 1000) - 3600,
    exp: Math.floor(now / 1000) + MONTH_S,
    cnf: { jwk: publicJwk(holder.privateKey) },
    _sd_alg: 'sha-256',
    _sd: disclosures.map(digestOf),
    ...recipe.plain,
  };
  recipe.editPayload?.(payload);
  const chain = recipe.chain ?? [signer.certificate];
  const x5c = chain.map((certificate) => Buffer.from(certificate).toString('base64'));
  const header: JsonObject = { alg: JOSE_ALGORITHMS[signer.curve], typ: 'dc+sd-jwt', x5c };
  recipe.editHeader?.(header);
  const text = recipe.editPayloadText?.(JSON.stringify(payload)) ?? JSON.stringify(payload);
  const token = signJws(header, text, signer);
  recipe.editDisclosures?.(disclosures);
  const presented = `${[recipe.editToken?.(token) ?? token, ...disclosures].join('~')}~`;
  return presented + bindingOf(recipe, presented);
}

export function disclosureOf(name: string | null, value: Json, salt = toBase64url(randomBytes(16))): string {
  return toBase64url(utf8(JSON.stringify(name === null ? [salt, value] : [salt, name, value])));
}

export function digestOf(disclosure: string): string {
  return createHash('sha256').update(disclosure).digest('base64url');
}

export function publicJwk(privateKey: KeyObject): JsonObject {
  return createPublicKey(privateKey).export({ format: 'jwk' }) as JsonObject;
}

export function signJws(
  header: JsonObject,
  payload: string,
  key: Pick<Identity, 'privateKey' | 'curve'>,
): string {
  const signed = `${toBase64url(utf8(JSON.stringify(header)))}.${toBase64url(utf8(payload))}`;
  return `${signed}.${toBase64url(signRaw(key, utf8(signed)))}`;
}

function bindingOf(recipe: SdJwtRecipe, presented: string): string {
  const { binding, now, holder } = recipe;
  if (!binding) return '';
  const key = recipe.bindingKey ?? holder;
  const header = { alg: JOSE_ALGORITHMS[key.curve], typ: 'kb+jwt', ...recipe.bindingHeader };
  const payload = {
    iat: Math.floor(now / 1000),
    nonce: binding.nonce,
    aud: binding.audience,
    sd_hash: createHash('sha256').update(presented).digest('base64url'),
    ...recipe.bindingPayload,
  };
  const text = signJws(header, JSON.stringify(payload), key);
  return recipe.editBinding?.(text) ?? text;
}
