import { randomBytes } from 'node:crypto';

/** Texts that are found nowhere else, by the field that they stand in. */
export interface Canaries {
  /** What the person said, a reviewer noted, and the pictures. */
  person: Record<string, string>;
  /** What the customer calls the case, or keeps beside it. */
  customer: Record<string, string>;
}

export function newCanaries(): Canaries {
  // Letters alone: names take nothing else. The first is that of a name.
  const canary = () =>
    `Q${[...randomBytes(14)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
  const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, canary()]));
  return {
    person: all([
      'givenName',
      'familyName',
      'nativeName',
      'line1',
      'city',
      'email',
      'national',
      'note',
      'picture',
    ]),
    customer: all(['clientReferenceId', 'state', 'metadata', 'returnUrl']),
  };
}
