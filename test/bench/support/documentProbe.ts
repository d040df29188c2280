/** The records of the probe in the page. Times in milliseconds since the page began. */
export interface DocumentNotes {
  /** The last press of a button. */
  pressedAt: number;
  /** The first hint on the screen. */
  hintedAt: number;
  /** The camera's screen was left, as the document was taken. */
  takenAt: number;
  /** When each frame was read, and how long the reader took for it. */
  reads: { at: number; ms: number }[];
}

interface Answer {
  answer?: { reading: unknown };
}

/**
 * Runs in the page before its scripts and listens to what passes between the widget and its reader; the widget itself has no
 * door for it.
 * @param slowdown an answer of the worker is held back until it took so many times as long: the browser's tools slow the page
 * alone. `isEndless`: nothing is ever read, whatever the reader says.
 */
export function documentProbe({ slowdown, isEndless }: { slowdown: number; isEndless: boolean }): void {
  const notes: DocumentNotes = { pressedAt: 0, hintedAt: 0, takenAt: 0, reads: [] };
  Object.assign(globalThis, { documentNotes: notes });
  const asked = new WeakMap<Worker, number>();
  const { postMessage } = Worker.prototype;

  const pass = (worker: Worker, data: Answer, ms: number) => {
    if (data.answer) notes.reads.push({ at: performance.now(), ms });
    if (data.answer && isEndless) data.answer.reading = null;
    worker.dispatchEvent(new MessageEvent('message', { data }));
  };

  globalThis.Worker = new Proxy(Worker, {
    construct(target, args) {
      const worker = Reflect.construct(target, args) as Worker;
      worker.addEventListener('message', (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        const now = performance.now();
        const ms = now - (asked.get(worker) ?? now);
        setTimeout(() => pass(worker, event.data, ms * slowdown), ms * (slowdown - 1));
      });
      return worker;
    },
  });

  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    asked.set(this, performance.now());
    return Reflect.apply(postMessage, this, args);
  } as typeof postMessage;

  addEventListener('click', () => (notes.pressedAt = performance.now()), { capture: true });
  const look = () => {
    const root = document.querySelector('idv-verify')?.shadowRoot;
    if (root?.querySelector('[part=hint]')) notes.hintedAt ||= performance.now();
    if (notes.hintedAt && !root?.querySelector('video')) notes.takenAt ||= performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
