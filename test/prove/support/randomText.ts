const PLANES = 17;

/** A text of random code points of all planes of Unicode, without halves of surrogate pairs. */
export function randomText(length: number): string {
  let text = '';
  while (length-- > 0) {
    const point = Math.floor(Math.random() * PLANES) * 0x10000 + Math.floor(Math.random() * 0x10000);
    text += String.fromCodePoint(point >= 0xd800 && point <= 0xdfff ? point - 0xd800 : point);
  }
  return text;
}
