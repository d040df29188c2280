/** CRC-32 (ISO-HDLC, polynomial 0xEDB88320, as in zip and PNG) of an ASCII text; an integer 0 … 2³²−1. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
