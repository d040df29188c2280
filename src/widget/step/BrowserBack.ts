import type { Step } from './step.ts';

interface Followed {
  readonly step: Step | null;
  readonly case: { readonly id: string } | null;
}

/**
 * The browser's Back, on most phones a swipe, goes a step back. Each step from which there is a way back has a history
 * entry of its own, with the page's address and state, so that a router of the page sees nothing new. Where there is no way
 * back it leaves the page, over all those entries. Its mark has the case in its name: several elements don't meet.
 */
export class BrowserBack {
  readonly #flow: Followed;
  readonly #listening = new AbortController();
  /** The number of entries before the current one; `null` before the first step was seen. */
  #depth: number | null = null;
  #shown: unknown[] = [];
  /** Whether a step with a way back was shown. */
  #isFollowing = false;
  /** Whether the next screen is one that the person came back to: it has its entry. */
  #isGoing = false;
  /** Whether it is on the way to the entry before all steps, to leave the page from there. */
  #isLeaving = false;
  #unwound: Promise<void> | null = null;

  constructor(flow: Followed) {
    this.#flow = flow;
    addEventListener('popstate', ({ state }) => this.#popped(this.#depthOf(state)), {
      signal: this.#listening.signal,
    });
  }

  /** Called when the screen was rendered. */
  follow(): void {
    const { step } = this.#flow;
    const { back = null, undo = null, page } = step ?? {};
    const shown = [step, page?.at, !back, !undo];
    if (back === false || shown.every((part, index) => part === this.#shown[index])) return;
    this.#shown = shown;
    const isBack = this.#isGoing;
    this.#isGoing = false;
    const { state } = history;
    // A state that is no object belongs to the page alone: nothing can be added to it.
    if (!(back ?? undo) || (state && typeof state !== 'object')) return;
    this.#depth ??= this.#depthOf(state) ?? 0;
    // After a reload the first step of this kind has its entry already.
    const hasEntry = isBack || (!this.#isFollowing && this.#depth > 0);
    this.#isFollowing = true;
    if (hasEntry) return;
    if (this.#depth === 0) history.replaceState({ ...state, [this.#key]: 0 }, '');
    history.pushState({ ...state, [this.#key]: ++this.#depth }, '');
  }

  /** Goes to the entry before all steps, at the end: Back must not lead into a finished verification. Whoever asks again waits too. */
  unwind(): Promise<void> {
    this.#unwound ??= this.#unwind();
    return this.#unwound;
  }

  async #unwind(): Promise<void> {
    this.stop();
    if (!this.#depth) return;
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
      // A browser may refuse.
      setTimeout(resolve, 1000);
      history.go(-this.#depth!);
    });
  }

  stop(): void {
    this.#listening.abort();
  }

  get #key(): string {
    return `idv ${this.#flow.case?.id}`;
  }

  /** `undefined` for entries of the page itself, such as those of its fragments. */
  #depthOf(state: Record<string, number> | null): number | undefined {
    return state?.[this.#key];
  }

  #popped(depth: number | undefined): void {
    if (depth === undefined) return;
    const isBack = depth < (this.#depth ?? 0);
    this.#depth = depth;
    const { step } = this.#flow;
    if (!isBack || !step) return;
    const back = step.back ?? step.undo;
    if (this.#isLeaving) {
      step.undo?.();
      this.#leave();
    }
    // Nothing is left behind while it is sent, and no photos without a question.
    else if (back === false || step.asksFirst?.(() => this.#leave())) history.forward();
    else if (back) {
      this.#isGoing = true;
      back();
    } else this.#leave();
  }

  /** First to the entry before all steps: there a tab without a page before it stays. */
  #leave(): void {
    const depth = this.#depth ?? 0;
    this.#isLeaving = depth > 0;
    history.go(-depth || -1);
  }
}
