import type { Page } from 'playwright';
import { documentFrames } from './documentFilm.ts';

let films: Promise<[Buffer[], Buffer[]]> | null = null;

/**
 * Replaces the camera of a page by pictures that a program exchanges, 30 a second: an empty table first.
 * @returns shows the passport from now on, and the time in the page when its first picture was there.
 */
export async function drawnDocumentCamera(page: Page): Promise<() => Promise<number>> {
  films ??= Promise.all([documentFrames({ x: 9 }, 1), documentFrames()]);
  const base64 = (await films).map((film) => film.map((picture) => picture.toString('base64')));
  await page.evaluate(async (pictures) => {
    const decode = (text: string) =>
      createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
    const [table, passport] = await Promise.all(pictures.map((film) => Promise.all(film.map(decode))));
    let film = table!;
    let at = 0;
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d', { alpha: false })!;
    const draw = () => {
      const turn = at++ % (2 * film.length);
      context.drawImage(film[Math.min(turn, 2 * film.length - 1 - turn)]!, 0, 0);
    };
    setInterval(draw, 1000 / 30);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(30);
    Object.assign(globalThis, {
      showPassport: () => {
        film = passport!;
        at = 0;
        draw();
        return performance.now();
      },
    });
  }, base64);
  return () => page.evaluate(() => (globalThis as unknown as { showPassport(): number }).showPassport());
}
