const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Writes a non-negative integer in base62 (`0-9A-Za-z`), padded with `0` on the left to `length` digits. */
export function encodeBase62(value: number, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62] + digits;
  return digits.padStart(length, '0');
}

/** `length` uniformly random base62 digits from the platform's secure generator. */
export function randomBase62(length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 = 4 × 62: bytes above it would favour the first digits of the alphabet.
      if (byte < 248 && digits.length < length) digits += ALPHABET[byte % 62];
    }
  }
  return digits;
}
