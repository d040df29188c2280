import { randomBytes } from 'node:crypto';

/**
 * Texts that are found nowhere else, by the field that they stand in: what the person said, what the customer calls the
 * case or keeps beside it, what a reviewer wrote, and the pictures.
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
  'note',
  'reason',
  'returnUrl',
  'state',
  'clientReferenceId',
  'metadata',
  'metadataKey',
  'idempotencyKey',
] as const;

/** Letters alone, of random bytes. */
const letters = (count: number) =>
  [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** How all canaries of this process begin, so that one look tells whether there is any. The first letter is that of a name. */
export const canaryMark = `Q${letters(8)}`;

export function newCanaries(): Canaries {
  return Object.fromEntries(fields.map((field) => [field, `${canaryMark}${letters(14)}`])) as Canaries;
}
