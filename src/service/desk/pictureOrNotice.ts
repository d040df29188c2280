import type { Deps } from '../deps.ts';
import { errorForLog } from '../log.ts';
import { PictureError, PictureStoreAway } from '../pictures/pictureStore.ts';
import type { PictureFile } from '../selfies/frames.ts';

interface Shown {
  file: PictureFile;
  status: 200 | 500 | 503;
  /** The code of the loss of a picture, which the reviewer was told; `null`: they saw the picture, or may see it later. */
  loss: PictureError['code'] | null;
}

/** A picture for a reviewer; in its place one that says why it cannot be shown, so that the gap is seen. */
export async function pictureOrNotice(
  { log }: Pick<Deps, 'log'>,
  requestId: string,
  read: () => Promise<PictureFile>,
): Promise<Shown> {
  try {
    return { file: await read(), status: 200, loss: null };
  } catch (error) {
    if (error instanceof PictureStoreAway) {
      log.warn('picture store away', { requestId, detail: error.message });
      return { file: notice(NOTICES.away), status: 503, loss: null };
    }
    if (!(error instanceof PictureError)) throw error;
    log.error('picture lost', { requestId, ...errorForLog(error) });
    return { file: notice([...NOTICES[error.code], error.code]), status: 500, loss: error.code };
  }
}

const NOTICES = {
  picture_missing: ['This picture is missing', 'from the store of pictures.'],
  picture_altered: ['This picture was altered', 'in the store of pictures.'],
  away: ['The store of pictures', 'does not answer. Try again.'],
} as const;

function notice(lines: readonly string[]): PictureFile {
  const texts = lines.map((line, n) => `<text x="180" y="${220 + 26 * n}">${line}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 480" width="360" height="480" font-family="sans-serif" font-size="18" text-anchor="middle"><rect width="360" height="480" fill="#fff3cd"/><rect x="4" y="4" width="352" height="472" fill="none" stroke="#8a6100" stroke-width="4"/><g fill="#3b2a00">${texts}</g></svg>`;
  return { mediaType: 'image/svg+xml', bytes: Buffer.from(svg) };
}
