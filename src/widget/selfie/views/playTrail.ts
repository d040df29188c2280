import type { SelfieRecording } from '../../step/step.ts';

/** So many times as fast as they were taken. */
const SPEED = 3;

type Trail = Required<Pick<SelfieRecording, 'trail' | 'trailTimes'>>;

/** The canvases that play, and the turn in which each does. */
const turns = new WeakMap<HTMLCanvasElement, object>();

/**
 * Plays the trail frames of a recording in sequence. With reduced motion, shows them side by side. Ends when the canvas
 * leaves the page or plays again.
 */
export async function playTrail(
  canvas: HTMLCanvasElement,
  { trail, trailTimes }: Trail,
  { isStill = matchMedia('(prefers-reduced-motion: reduce)').matches } = {},
): Promise<void> {
  const turn = {};
  turns.set(canvas, turn);
  const began = performance.now();
  for (const [at, small] of trail.entries()) {
    const picture = await createImageBitmap(small);
    if (!isStill) await reached(began + (trailTimes[at]! - trailTimes[0]!) / SPEED);
    if (turns.get(canvas) !== turn || !canvas.isConnected) return picture.close();
    drawPicture(canvas, picture, isStill ? { at, of: trail.length } : { at: 0, of: 1 });
  }
}

/** Draws a picture on a canvas, as one of several in rows; the first one gives the canvas its size. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { at, of }: { at: number; of: number } = { at: 0, of: 1 },
): void {
  const columns = Math.ceil(Math.sqrt(of));
  const { width, height } = picture;
  if (at === 0) {
    canvas.width = width * columns;
    canvas.height = height * Math.ceil(of / columns);
  }
  canvas.getContext('2d')?.drawImage(picture, (at % columns) * width, Math.floor(at / columns) * height);
  picture.close();
}

/** Settles with the first frame of the screen after a time of the page's clock. */
function reached(time: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (performance.now() >= time ? resolve() : requestAnimationFrame(look));
    look();
  });
}
