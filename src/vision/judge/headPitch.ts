/** The landmarks see a look up or down smaller than it is: in people, looking up 12 to 15 degrees measures 7 to 8.4. */
const UP = 1.6;
const DOWN = 1.2;

/** The pitch of a head in its own degrees, from the one that its landmarks give; both relative to the neutral frame. */
export function headPitch(measured: number): number {
  return measured * (measured > 0 ? UP : DOWN);
}
