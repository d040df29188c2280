/**
 * The bytes of a text that `packBytes` made: one character each, in the lower eight bits. Packed with brotli such a text
 * is hardly longer than the bytes themselves (base64: 9 % longer).
 */
export function unpackBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
