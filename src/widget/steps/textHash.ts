/** The SHA-256 of a text in hexadecimal digits; empty on a page without https, where the service computes it. */
export async function textHash(text: string): Promise<{ textHash?: string }> {
  if (!globalThis.crypto?.subtle) return {};
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return {
    textHash: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}
