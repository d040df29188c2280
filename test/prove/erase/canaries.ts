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

export function newCanaries(): Canaries {
  // Letters alone: names take nothing else. The first is that of a name.
  const canary = () =>
    `Q${[...randomBytes(14)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
  return Object.fromEntries(fields.map((field) => [field, canary()])) as Canaries;
}
