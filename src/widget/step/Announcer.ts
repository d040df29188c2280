/** What is said is left alone for so long, in milliseconds: a screen reader needs the time to say it. */
const MIN_MS = 3000;
/** What still holds is said again after so long. */
const REPEAT_MS = 5000;

export interface SayOptions {
  /** It is said again every five seconds until there is something else to say. */
  repeats?: boolean;
  /** It may be cut off: what comes next makes it pointless. */
  isInterruptible?: boolean;
  /** It is said even if there is something newer to say, which then comes after it. */
  isAssertive?: boolean;
}

type Said = { message: string } & Required<SayOptions>;

/**
 * One queue for all that a screen reader is told. What is being said is not cut off; of several texts that wait, the last
 * one is said, since guidance that is out of date helps nobody, and before it the last one that isAssertive.
 */
export class Announcer {
  readonly #show: (message: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: Said | null = null;
  #insisting: Said | null = null;
  #isSpeaking = false;
  #isOdd = false;

  /** @param show writes into the live region. */
  constructor(show: (message: string) => void) {
    this.#show = show;
  }

  say(
    message: string,
    { repeats = false, isInterruptible = false, isAssertive = false }: SayOptions = {},
  ): void {
    this.#next = isAssertive ? null : { message, repeats, isInterruptible, isAssertive };
    if (isAssertive) this.#insisting = { message, repeats, isInterruptible, isAssertive };
    if (!this.#isSpeaking) this.#speak();
  }

  /** Forgets what waits, and what was said. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#next = this.#insisting = null;
    this.#isSpeaking = false;
    this.#show('');
  }

  #speak(): void {
    clearTimeout(this.#timer);
    const said = this.#insisting ?? this.#next;
    if (said === this.#insisting) this.#insisting = null;
    else this.#next = null;
    this.#isSpeaking = said !== null && !said.isInterruptible;
    if (!said) return;
    // The same text again is no change, and would not be heard.
    this.#isOdd = !this.#isOdd;
    this.#show(said.message + (this.#isOdd ? '' : '\u00a0'));
    this.#timer = setTimeout(() => {
      if (this.#insisting || this.#next || !said.repeats) return this.#speak();
      this.#isSpeaking = false;
      this.#timer = setTimeout(() => this.say(said.message, said), REPEAT_MS - MIN_MS);
    }, MIN_MS);
  }
}
