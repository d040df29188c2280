import type { Page } from 'playwright';

/** No screen has more controls: after so many presses of Tab the way is lost. */
const MAX_TABS = 40;

/** A person with only a keyboard, and the effort they need. */
export class KeyboardWay {
  keystrokes = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Counts the pixels scrolled, and how often the focus falls back to the body. */
  static async watch(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const counts = { scrolled: 0, lost: 0 };
      Object.assign(window, { counts });
      let [top, wasWithin] = [0, false];
      const look = () => {
        counts.scrolled += Math.abs(scrollY - top);
        top = scrollY;
        const isWithin = document.activeElement?.localName === 'idv-verify';
        const isLost = document.activeElement === document.body;
        if (wasWithin && isLost) counts.lost++;
        wasWithin = isWithin;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }

  async cost(): Promise<{ keystrokes: number; scrolledPixels: number; focusLost: number }> {
    const { scrolled, lost } = await this.#page.evaluate(
      () => (window as unknown as { counts: { scrolled: number; lost: number } }).counts,
    );
    return { keystrokes: this.keystrokes, scrolledPixels: Math.round(scrolled), focusLost: lost };
  }

  /** Waits for a screen, by what only it has. */
  async sees(selector: string): Promise<void> {
    await this.#page.locator('idv-verify').locator(selector).first().waitFor({ timeout: 60_000 });
  }

  async press(key: string): Promise<void> {
    this.keystrokes++;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.keystrokes += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Goes on by Tab and types into each field that has a value, until the button that ends the screen; presses that. */
  async fill(values: Readonly<Record<string, string>>, end = '[part=primary]'): Promise<void> {
    const left = { ...values };
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      await this.press('Tab');
      const { name, isEnd } = await this.#focused(end);
      if (isEnd) return this.press('Enter');
      if (name === null || !left[name]) continue;
      await this.type(left[name]);
      // A field may have several stops of Tab.
      delete left[name];
    }
    throw new Error(`${MAX_TABS} presses of Tab led to no ${end}`);
  }

  #focused(end: string): Promise<{ name: string | null; isEnd: boolean }> {
    return this.#page.evaluate((selector) => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return { name: element?.getAttribute('name') ?? null, isEnd: element?.matches(selector) ?? false };
    }, end);
  }
}
