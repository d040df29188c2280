import { one } from './dom.ts';
import type { Side, Sides } from './Sides.ts';

const PATIENCE_MS = 80_000;
const LOOK_AGAIN_MS = 80;
const TRY_AGAIN_MS = 1_000;
/** Screens that are left by their first button; of the selfie itself the test face takes care. */
const GOES_ON =
  /^(Let’s confirm|May we measure|Which document|Check your answers|Are these photos clear|All done)/;

/** What is pressed there: of the documents the passport, which is drawn, shown and read by itself. */
const NEXT = '#document-passport, [part~=primary]:not([disabled])';

/** What a page of the stage shows once it has opened. */
interface Shown {
  /** The heading of the element. */
  heading?: string;
  /** Something of the page. */
  selector?: string;
  /** Something of the element. */
  inside?: string;
  /** Whether the element shows an error. */
  isTrouble?: true;
}

/** The stage of the tour: a page of this site in a frame, and what a visitor would press in it. */
export class Stage {
  readonly #frame: HTMLIFrameElement;
  readonly #sides: Sides;
  readonly #signal: AbortSignal;

  /**
   * @param sides the windows beside it.
   * @param signal ends what waits when another step begins.
   */
  constructor(frame: HTMLIFrameElement, sides: Sides, signal: AbortSignal) {
    this.#frame = frame;
    this.#sides = sides;
    this.#signal = signal;
  }

  get #page(): Document | null {
    return this.#frame.contentDocument;
  }

  get #widget(): ShadowRoot | null {
    return this.#page?.querySelector('idv-verify')?.shadowRoot ?? null;
  }

  get #heading(): string {
    return this.#widget?.querySelector('h2')?.textContent.trim() ?? '';
  }

  get #window(): Window {
    return this.#frame.contentWindow!;
  }

  /** Whether the page has all its scripts: they come after its first paint, and a press before them does nothing. */
  get #isReady(): boolean {
    const page = this.#page;
    if (page?.readyState !== 'complete' || this.#window.location.href === 'about:blank') return false;
    return page.querySelector('[data-scripts]:not([data-state])') === null;
  }

  /** Opens a page, and waits for what it shows. */
  async open(address: string, { heading, selector, isTrouble }: Shown): Promise<void> {
    this.#frame.toggleAttribute('data-opening', true);
    this.#window.location.replace('about:blank');
    await this.#until(() => this.#window.location.href === 'about:blank');
    this.#window.location.replace(address);
    await this.#until(() => this.#isReady);
    this.#frame.toggleAttribute('data-opening', false);
    await this.#until(
      () =>
        this.#isReady &&
        (!heading || this.#heading === heading) &&
        (!selector || this.#page?.querySelector(selector)) &&
        (!isTrouble || this.#widget?.querySelector('[part~=error], .emblem.bad')),
    );
  }

  /** Presses a button of the element by its text, or the first one, and waits for the next heading or part of the page. */
  async press(text: string | null, { heading, selector, inside }: Omit<Shown, 'isTrouble'>): Promise<void> {
    const button = await this.#until(() =>
      text === null
        ? this.#widget?.querySelector<HTMLElement>('[part~=primary]')
        : [...(this.#widget?.querySelectorAll('button') ?? [])].find(
            (each) => each.textContent.trim() === text,
          ),
    );
    const pressed = this.#heading;
    button.click();
    // Who uses keys is not sent on from the last screen, but has a button. A take with a gap is asked for again.
    await this.#goOn(
      /^(All done|Are these photos clear)/,
      () =>
        (!heading || this.#heading === heading) &&
        (!selector || this.#page?.querySelector(selector)) &&
        (!inside || this.#widget?.querySelector(inside)),
      pressed,
    );
  }

  /** Has the element take new pictures while it asks for them: a busy machine leaves a gap between them. */
  async takeAgain(heading: string): Promise<void> {
    await this.#goOn(
      /^Are these photos clear/,
      () => this.#heading === heading && !this.#widget?.querySelector('.banner'),
    );
  }

  /** Presses the button of an error, once a second, until the element goes on. */
  async tryAgain(heading: string): Promise<void> {
    let pressedAt = performance.now();
    await this.#until(() => {
      if (this.#heading === heading) return true;
      if (performance.now() - pressedAt < TRY_AGAIN_MS) return false;
      pressedAt = performance.now();
      this.#widget?.querySelector<HTMLElement>('button:not([disabled])')?.click();
      return false;
    });
  }

  /** Presses something of the page, and waits for something else. */
  async click(selector: string, after: string): Promise<void> {
    const pressed = await this.#until(() => this.#page?.querySelector<HTMLElement>(selector));
    this.#show(pressed, 'center');
    pressed.click();
    const shown = await this.#until(() => this.#page?.querySelector(after));
    this.#show(shown as HTMLElement, 'center');
  }

  /** Goes up to the code for a phone, or to the sentence that no phone reaches this demo. */
  async openPhone(address: string): Promise<void> {
    await this.open(address, { selector: 'idv-verify, [data-letter]' });
    if (this.#page?.querySelector('[data-letter]')) return;
    await this.#goOn(GOES_ON, () => this.#widget?.querySelector('.code'));
  }

  /** Goes through a whole application whose details are filled in. */
  async finish(address: string, selector: string): Promise<void> {
    await this.open(address, { heading: 'Let’s confirm it’s you' });
    await this.#goOn(GOES_ON, () => this.#page?.querySelector(selector));
  }

  /**
   * Presses the first button of each screen whose heading matches, once, until something is there.
   * @param pressed the heading of a screen whose button was pressed before.
   */
  async #goOn(headings: RegExp, found: () => unknown, pressed = ''): Promise<void> {
    await this.#until(() => {
      const isThere = found();
      if (isThere) return isThere;
      const heading = this.#heading;
      const button = this.#widget?.querySelector<HTMLElement>(NEXT);
      if (!headings.test(heading)) pressed = '';
      else if (button && heading !== pressed) {
        pressed = heading;
        button.click();
      }
      return false;
    });
  }

  /** Moves what the sentence names into the middle of the stage, and frames it. Without it, the element or the page's top. */
  frame(selector = ''): void {
    const page = this.#page;
    for (const framed of page?.querySelectorAll<HTMLElement>('[data-framed]') ?? []) unframe(framed);
    for (const framed of this.#widget?.querySelectorAll<HTMLElement>('[data-framed]') ?? []) unframe(framed);
    const named = selector && (this.#widget?.querySelector(selector) ?? page?.querySelector(selector));
    const target = (named || page?.querySelector('idv-verify')) as HTMLElement | null | undefined;
    if (!target) return;
    const isTall = target.getBoundingClientRect().height > this.#frame.clientHeight;
    this.#show(target, isTall ? 'start' : 'center');
    if (!named) return;
    target.dataset['framed'] = '';
    Object.assign(target.style, { outline: '3px solid light-dark(#d99a00, #f0c05a)', outlineOffset: '6px' });
  }

  /** Scrolls the page of the stage, and not that of the tour with it. */
  #show(element: HTMLElement, block: 'start' | 'center'): void {
    element.scrollIntoView({ block });
    scrollTo(0, 0);
  }

  /** Offers a window beside the stage, which leads to where something of it leads: a link, or a form. */
  beside(side: Side, selector: string, hint: string): void {
    const found = this.#page?.querySelector<HTMLElement>(selector);
    if (found instanceof this.#frameWindow.HTMLFormElement) this.#sides.offer(side, { hint, open: found });
    else this.#sides.offer(side, { hint, open: (found as HTMLAnchorElement).href });
  }

  /** Offers the page where the code is typed that the element shows, if it shows one. */
  besideCode(hint: string): void {
    const place = this.#widget?.querySelector('.address')?.textContent;
    if (place) this.#sides.offer('phone', { hint, open: `${this.#window.location.protocol}//${place}` });
  }

  get #frameWindow(): Window & typeof globalThis {
    return this.#window as Window & typeof globalThis;
  }

  end(): void {
    one('[data-end]').hidden = false;
  }

  /**
   * Looks until something is found. @throws after a while in which nothing moved, or if another step begins: on a busy
   * machine a whole selfie may take longer than one screen may.
   */
  #until<Found>(look: () => Found): Promise<NonNullable<Found>> {
    return new Promise((resolve, reject) => {
      let since = performance.now();
      let before = '';
      const again = () => {
        if (this.#signal.aborted) return reject(this.#signal.reason);
        const found = look();
        if (found) return resolve(found);
        const heading = this.#heading;
        if (heading !== before) [since, before] = [performance.now(), heading];
        if (performance.now() - since > PATIENCE_MS) return reject(new Error('It did not come'));
        setTimeout(again, LOOK_AGAIN_MS);
      };
      again();
    });
  }
}

function unframe(framed: HTMLElement): void {
  delete framed.dataset['framed'];
  framed.style.outline = '';
}
