/** Which letters (of `letterCodes`) a sound has, one bit each. */
export function letterMask(codes: Uint8Array): number {
  let mask = 0;
  for (let i = 0; i < codes.length; i++) mask |= 1 << codes[i]!;
  return mask >>> 0;
}
