import { savesData } from './savesData.ts';

/** Visually lossless for a face, a fifth of the size of quality 1; and half of that, where data are saved. */
const QUALITY = { usual: 0.92, saving: 0.8 };

/**
 * Draws a picture at a size and packs it as JPEG: nothing of a file but its picture is left, no place, no device.
 * @throws Error if the browser can't.
 */
export async function encodeJpeg(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas');
  context.drawImage(source, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser could not pack a JPEG'))),
      'image/jpeg',
      savesData() ? QUALITY.saving : QUALITY.usual,
    );
  });
}
