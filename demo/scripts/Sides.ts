import { one } from './dom.ts';

/** What stands beside the stage. */
export type Side = 'phone' | 'reviewer';

/** A window to be opened beside the stage: an address, or a form of the stage that leads to one. */
interface Opening {
  /** What to do there. */
  hint: string;
  open: string | HTMLFormElement;
}

/** The places beside the stage, over which windows open: other origins are in none of our frames, and need a press. */
export class Sides {
  readonly #root: HTMLElement;
  readonly #windows = new Map<Side, Window>();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Shows these places alone, still empty, and closes the windows of the others. */
  show(sides: readonly Side[]): void {
    this.#root.toggleAttribute('data-beside', sides.length > 0);
    for (const side of ['phone', 'reviewer'] as const) {
      const place = this.#place(side);
      place.hidden = !sides.includes(side);
      if (place.hidden) this.#windows.get(side)?.close();
      one('[data-hint]', place).textContent = 'Nothing to do yet.';
      one('[data-open]', place).hidden = true;
    }
  }

  /** Offers to open a window at its place. */
  offer(side: Side, { hint, open }: Opening): void {
    const place = this.#place(side);
    one('[data-hint]', place).textContent = hint;
    const button = one<HTMLButtonElement>('[data-open]', place);
    button.hidden = false;
    button.onclick = () => this.#open(side, open);
  }

  #open(side: Side, what: Opening['open']): void {
    const { x, y, width, height } = this.#place(side).getBoundingClientRect();
    const left = Math.round(screenX + x + (outerWidth - innerWidth) / 2);
    const top = Math.round(screenY + y + (outerHeight - innerHeight));
    const size = `popup,left=${left},top=${top},width=${Math.round(width)},height=${Math.round(height)}`;
    const opened = open(typeof what === 'string' ? what : 'about:blank', side, size);
    if (!opened) {
      this.#refused(side);
      return;
    }
    this.#windows.set(side, opened);
    if (typeof what === 'string') return;
    what.target = side;
    what.requestSubmit();
  }

  #refused(side: Side): void {
    one('[data-hint]', this.#place(side)).textContent =
      'This browser opens no windows here: allow them for this page.';
  }

  #place(side: Side): HTMLElement {
    return one(`[data-side="${side}"]`, this.#root);
  }
}
