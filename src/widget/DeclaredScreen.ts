import type { RenderOptions } from 'lit';

/**
 * The screen that came as HTML with the page (Declarative Shadow DOM). It stands until the element has one to put in its
 * place; that happens before the next picture is painted: what was unfolded stays so, the focus stays, nothing moves in.
 */
export class DeclaredScreen {
  #elements: Element[] = [];
  #root!: ShadowRoot;

  /** Whether it is still there. */
  get stands(): boolean {
    return this.#elements.length > 0;
  }

  /** Looks for it in the root of the element; what is rendered goes behind it. */
  find(root: ShadowRoot, options: RenderOptions): void {
    this.#root = root;
    this.#elements = [...root.children];
    if (this.stands) options.renderBefore = null;
  }

  /** @param rendered settled when the element's own screen is there. */
  async giveWay(rendered: Promise<unknown>): Promise<void> {
    if (!this.stands) return;
    const root = this.#root;
    const isUnfolded = root.querySelector('details')?.open;
    const focused = root.activeElement;
    const selector = focused && focused.localName + (focused.part.length > 0 ? `[part=${focused.part}]` : '');
    for (const element of this.#elements) element.remove();
    this.#elements = [];
    await rendered;
    const screen = root.querySelector<HTMLElement>('.screen');
    if (screen) screen.style.animation = 'none';
    const details = root.querySelector('details');
    if (details && isUnfolded) details.open = true;
    if (selector) root.querySelector<HTMLElement>(selector)?.focus();
  }
}
