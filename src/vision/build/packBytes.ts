/** Bytes as a text without control characters, which survives every bundler: U+0020–U+00FF, then U+0100–U+011F for 0–31. */
export function packBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (const byte of bytes) pieces.push(String.fromCharCode(byte < 0x20 ? byte + 0x100 : byte));
  return pieces.join('');
}
