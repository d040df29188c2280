import type { SelfieRecording } from '../../step/step.ts';

/** Playback speed, relative to the recording. */
const SPEED = 3;

type Trail = Required<Pick<SelfieRecording, 'trail' | 'trailTimes'>>;

/** The canvases that are playing, each with the identity of its current run. */
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

/** Draws a picture on a canvas, in a grid of several pictures. The first one determines the size of the canvas. */
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

/** Resolves at the first animation frame after a time of the page's clock. */
function reached(time: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (performance.now() >= time ? resolve() : requestAnimationFrame(look));
    look();
  });
}
