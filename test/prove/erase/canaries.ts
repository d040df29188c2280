import { randomBytes } from 'node:crypto';

/**
 * Unique texts, by the field that contains them: details of the person, typed and from a wallet, the customer's data
 * about the case, a reviewer's notes, and the pictures.
 */
export type Canaries = Record<(typeof fields)[number], string>;

const fields = [
  'givenName',
  'familyName',
  'nativeName',
  'line1',
  'city',
  'email',
  'national',
  'prefill',
  'picture',
  'provenName',
  'provenStreet',
  'portrait',
  'note',
  'reason',
  'returnUrl',
  'returnPath',
  'state',
  'clientReferenceId',
  'metadata',
  'metadataKey',
  'idempotencyKey',
] as const;

/** Random letters. */
const letters = (count: number) =>
  [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/**
 * The common prefix of all canaries of this process, so that one search finds any of them. Its first letter is valid in
 * a name.
 */
export const canaryMark = `Q${letters(8)}`;

export function newCanaries(): Canaries {
  return Object.fromEntries(fields.map((field) => [field, `${canaryMark}${letters(14)}`])) as Canaries;
}
