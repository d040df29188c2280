import { captureLimits } from '../../../contract/captureLimits.ts';
import { encodeJpeg } from './takeFrame.ts';

/** Longest side in pixels; more don't improve the check. */
const LONGEST_SIDE = 1920;

/** The chosen file can't be used. */
export class PhotoError extends Error {
  override name = 'PhotoError';
  readonly problem: 'unreadable' | 'small';

  constructor(problem: PhotoError['problem'], options?: ErrorOptions) {
    super(`The photo is ${problem}`, options);
    this.problem = problem;
  }
}

/**
 * Converts a photo file to JPEG, rotated upright and no larger than needed.
 * @param rule the pixels that each side needs, or the longer one (`Math.max`), as the service wants it.
 * @throws PhotoError
 */
export async function readPhoto(
  file: Blob,
  { min = captureLimits.frameMinSide as number, of = Math.min } = {},
): Promise<Blob> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new PhotoError('unreadable', { cause });
  });
  try {
    const { width, height } = picture;
    const side = of(width, height);
    if (side < min) throw new PhotoError('small');
    const scale = Math.min(1, Math.max(min / side, LONGEST_SIDE / Math.max(width, height)));
    return await encodeJpeg(picture, Math.round(width * scale), Math.round(height * scale));
  } finally {
    picture.close();
  }
}
