// The stage of the tour: a page of this site in a frame, and what a visitor would press in it.
const PATIENCE_MS = 80_000;
const LOOK_AGAIN_MS = 80;
const TRY_AGAIN_MS = 1_000;
/** Screens that are left by their first button; of the selfie itself the test face takes care. */
const GOES_ON = /^(Let’s confirm|May we measure|Check your answers|Happy with the result|All done)/;

export class Stage {
  #frame;
  #signal;

  /** @param signal ends what waits when another step begins. */
  constructor(frame, signal) {
    this.#frame = frame;
    this.#signal = signal;
  }

  get #page() {
    return this.#frame.contentDocument;
  }

  get #widget() {
    return this.#page?.querySelector('idv-verify')?.shadowRoot ?? null;
  }

  get #heading() {
    return this.#widget?.querySelector('h2')?.textContent.trim() ?? '';
  }

  /** Opens a page, and waits for a heading of the element or for something of the page; with `isTrouble` for an error. */
  async open(address, heading, selector = null, isTrouble = false) {
    this.#frame.contentWindow.location.replace('about:blank');
    await this.#until(() => this.#frame.contentWindow.location.href === 'about:blank');
    this.#frame.contentWindow.location.replace(address);
    await this.#until(
      () =>
        this.#page?.readyState === 'complete' &&
        this.#frame.contentWindow.location.href !== 'about:blank' &&
        (!heading || this.#heading === heading) &&
        (!selector || this.#page.querySelector(selector)) &&
        (!isTrouble || this.#widget?.querySelector('[part~=error], .emblem.bad')),
    );
  }

  /** Presses a button of the element by its text, or the first one, and waits for the next heading or part of the page. */
  async press(text, heading, selector = null) {
    const button = await this.#until(() =>
      text === null
        ? this.#widget?.querySelector('[part~=primary]')
        : [...(this.#widget?.querySelectorAll('button') ?? [])].find(
            (each) => each.textContent.trim() === text,
          ),
    );
    button.click();
    // Who uses keys is not sent on from the last screen, but has a button.
    await this.#goOn(
      /^All done/,
      () => (!heading || this.#heading === heading) && (!selector || this.#page?.querySelector(selector)),
    );
  }

  /** Presses the button of an error, once a second, until the element goes on. */
  tryAgain(heading) {
    let pressedAt = performance.now();
    return this.#until(() => {
      if (this.#heading === heading) return true;
      if (performance.now() - pressedAt < TRY_AGAIN_MS) return false;
      pressedAt = performance.now();
      this.#widget?.querySelector('button:not([disabled])')?.click();
      return false;
    });
  }

  /** Presses something of the page, and waits for something else. */
  async click(selector, after) {
    const pressed = await this.#until(() => this.#page?.querySelector(selector));
    pressed.scrollIntoView({ block: 'center' });
    pressed.click();
    const shown = await this.#until(() => this.#page?.querySelector(after));
    shown.scrollIntoView({ block: 'center' });
  }

  /** Goes through a whole application whose details are filled in. */
  async finish(address, selector) {
    await this.open(address, 'Let’s confirm it’s you');
    await this.#goOn(GOES_ON, () => this.#page?.querySelector(selector));
  }

  /** Presses the first button of each screen whose heading matches, once, until something is there. */
  #goOn(headings, found) {
    let pressed = '';
    return this.#until(() => {
      const heading = this.#heading;
      const button = this.#widget?.querySelector('[part~=primary]:not([disabled])');
      if (!headings.test(heading)) pressed = '';
      else if (button && heading !== pressed) {
        pressed = heading;
        button.click();
      }
      return found();
    });
  }

  end() {
    document.querySelector('[data-end]').hidden = false;
  }

  #until(look) {
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const again = () => {
        if (this.#signal.aborted) return reject(this.#signal.reason);
        const found = look();
        if (found) return resolve(found);
        if (performance.now() - started > PATIENCE_MS) return reject(new Error('It did not come'));
        setTimeout(again, LOOK_AGAIN_MS);
      };
      again();
    });
  }
}
