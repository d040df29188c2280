import sharp from 'sharp';
import { type DrawnPage, drawPage } from '../document/support/drawnPage.ts';
import { faceJpeg, type TestPerson } from './faces.ts';

/** A page with a zone and a drawn face as its portrait, as a camera would send it: JPEG of 1000 x 700 pixels unless it says otherwise. */
export async function documentJpeg(
  { width = 1000, height = 700, quality = 88, ...page }: DrawnPage & { quality?: number },
  person: TestPerson | null = 0,
): Promise<Buffer> {
  const { data } = drawPage({ fill: 0.92, ...page, width, height });
  const drawn = sharp(data, { raw: { width, height, channels: 3 } });
  if (person === null) return await drawn.jpeg({ quality }).toBuffer();
  const portrait = await sharp(await faceJpeg({}, person))
    .extract({ left: 170, top: 40, width: 300, height: 400 })
    .resize(Math.round(0.21 * width), Math.round(0.4 * height))
    .toBuffer();
  return await drawn
    .composite([{ input: portrait, left: Math.round(0.1 * width), top: Math.round(0.17 * height) }])
    .jpeg({ quality })
    .toBuffer();
}

interface Pictures {
  front?: readonly Buffer[];
  back?: readonly Buffer[];
  frontTrail?: readonly Buffer[];
  frontTimes?: readonly number[];
  backTrail?: readonly Buffer[];
  backTimes?: readonly number[];
  source?: string;
}

/** The multipart body of the pictures of a document. */
export function documentForm(nonce: string, { source = 'camera', ...pictures }: Pictures): FormData {
  const body = new FormData();
  body.append('nonce', nonce);
  body.append('source', source);
  for (const name of ['frontTimes', 'backTimes'] as const)
    if (pictures[name]) body.append(name, JSON.stringify(pictures[name]));
  for (const name of ['front', 'back', 'frontTrail', 'backTrail'] as const)
    for (const file of pictures[name] ?? [])
      body.append(name, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), `${name}.jpg`);
  return body;
}
