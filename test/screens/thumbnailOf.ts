import sharp from 'sharp';

const COLUMNS = 10;
const ROWS = 14;

/** A picture as 10 x 14 grey cells, one hexadecimal digit each: enough to see that something moved, went or changed colour. */
export async function thumbnailOf(png: Buffer): Promise<string> {
  const pixels = await sharp(png).greyscale().resize(COLUMNS, ROWS, { fit: 'fill' }).raw().toBuffer();
  return [...pixels].map((value) => Math.floor(value / 16).toString(16)).join('');
}
