/** Which letters (of `letterCodes`) a sound has, one bit each. */
export function letterMask(codes: Uint8Array): number {
  let mask = 0;
  for (const code of codes) mask |= 1 << code;
  return mask >>> 0;
}
