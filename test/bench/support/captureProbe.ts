/** The records of the probe in the page. Times in milliseconds since the page began. */
export interface CaptureNotes {
  /** The press of the start button. */
  pressedAt: number;
  /** The first hint on the screen. */
  hintedAt: number;
  /** One entry for each frame that was measured: when it was grabbed and answered, and by what. */
  frames: { from: number; to: number; tracked: boolean }[];
}

/**
 * Runs in the page before its scripts and listens to what passes between the widget and its worker, from the grab of
 * a frame to the answer; the widget itself has no door for it.
 */
export function captureProbe(): void {
  const notes: CaptureNotes = { pressedAt: 0, hintedAt: 0, frames: [] };
  Object.assign(globalThis, { captureNotes: notes });
  let grabbedAt = 0;
  const waiting = new Map<number, number>();

  globalThis.VideoFrame = new Proxy(VideoFrame, {
    construct(target, args) {
      grabbedAt = performance.now();
      return Reflect.construct(target, args);
    },
  });

  const observed = new WeakSet<Worker>();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (
    this: Worker,
    message: { id: number; ask: string },
    options: unknown,
  ) {
    if (message.ask === 'measure') waiting.set(message.id, grabbedAt);
    if (!observed.has(this)) this.addEventListener('message', ({ data }) => note(data));
    observed.add(this);
    return Reflect.apply(postMessage, this, [message, options]);
  } as typeof postMessage;

  const note = ({ id, measurement }: { id: number; measurement?: { face: { mesh: unknown } | null } }) => {
    const from = waiting.get(id);
    waiting.delete(id);
    if (!measurement || from === undefined) return;
    notes.frames.push({ from, to: performance.now(), tracked: Boolean(measurement.face?.mesh) });
  };

  addEventListener('click', () => (notes.pressedAt = performance.now()), { capture: true });
  const look = () => {
    const pill = document.querySelector('idv-verify')?.shadowRoot?.querySelector('[part=hint]');
    if (pill && !pill.textContent?.includes('…')) notes.hintedAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
