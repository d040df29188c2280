/**
 * Whether this is a computer, which may hand a step to a phone: not a phone or a tablet, which has only touch input even
 * if it requests desktop sites. An iPad calls itself a Mac then, but no Mac has a screen to touch.
 */
export function isComputer({ userAgent, maxTouchPoints }: Navigator = navigator): boolean {
  if (/Android|iP(hone|ad|od)|Mobile/i.test(userAgent)) return false;
  return maxTouchPoints < 2 || (!/Macintosh/.test(userAgent) && matchMedia('(any-pointer: fine)').matches);
}
