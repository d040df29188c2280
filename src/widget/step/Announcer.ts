/** Minimum time between two announcements, in milliseconds, so that a screen reader can finish the first. */
const MIN_MS = 3000;
/** Interval in milliseconds at which a repeated announcement is announced again. */
const REPEAT_MS = 5000;

export interface SayOptions {
  /** Announced again every five seconds until there is another announcement. */
  repeats?: boolean;
  /** The next announcement may interrupt it. */
  isInterruptible?: boolean;
  /** Announced even if there is a newer announcement, which then follows it. */
  isAssertive?: boolean;
}

type Announcement = { message: string } & Required<SayOptions>;

/**
 * One queue for all screen reader announcements. The current one is not interrupted, unless it is interruptible. Of
 * several waiting ones only the latest is announced, because outdated guidance is useless; the latest assertive one
 * precedes it.
 */
export class Announcer {
  readonly #show: (message: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: Announcement | null = null;
  #assertive: Announcement | null = null;
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
    if (isAssertive) this.#assertive = { message, repeats, isInterruptible, isAssertive };
    if (!this.#isSpeaking) this.#speak();
  }

  /** Cancels waiting and previous announcements. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#next = this.#assertive = null;
    this.#isSpeaking = false;
    this.#show('');
  }

  #speak(): void {
    clearTimeout(this.#timer);
    const announcement = this.#assertive ?? this.#next;
    if (announcement === this.#assertive) this.#assertive = null;
    else this.#next = null;
    this.#isSpeaking = announcement !== null && !announcement.isInterruptible;
    if (!announcement) return;
    // A repeated text must change: a screen reader ignores a live region with unchanged content.
    this.#isOdd = !this.#isOdd;
    this.#show(announcement.message + (this.#isOdd ? '' : '\u00a0'));
    this.#timer = setTimeout(() => {
      if (this.#assertive || this.#next || !announcement.repeats) return this.#speak();
      this.#isSpeaking = false;
      this.#timer = setTimeout(() => this.say(announcement.message, announcement), REPEAT_MS - MIN_MS);
    }, MIN_MS);
  }
}
