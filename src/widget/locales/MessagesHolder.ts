import { bestLocale } from './bestLocale.ts';
import { enStart } from './en/enStart.ts';
import { languageTags } from './languageTags.ts';
import { mergeTexts } from './mergeTexts.ts';
import type { MessageOverrides, Messages } from './messages.ts';
import { type MessagesPart, textsOf } from './textsOf.ts';

export interface MessagesWishes {
  /** BCP 47 tags, the dearest first; `null` where nothing was said. */
  locales: (string | null)[];
  overrides: MessageOverrides;
}

/** Each has the texts of those before it. */
const PARTS: MessagesPart[] = ['start', 'details', 'all', 'handoff'];

/** Holds the texts of the language that is shown, and gets those of another one. The last wish wins. */
export class MessagesHolder {
  /**
   * Before anything was loaded: English, without a word on the screen that waits for it. The details and the selfie have
   * their texts once `load('all')` is done, which is waited for before they are shown.
   */
  messages: Messages = { tag: 'en', ...enStart, frame: { ...enStart.frame, loading: '' } } as Messages;
  #part: MessagesPart = 'start';
  /** The person's choice of language, which takes precedence. */
  #picked: string | null = null;
  #loads = 0;
  #latest: Promise<void> = Promise.resolve();
  readonly #wishes: () => MessagesWishes;
  readonly #changed: () => void;

  constructor(wishes: () => MessagesWishes, changed: () => void) {
    this.#wishes = wishes;
    this.#changed = changed;
  }

  /**
   * Loads the texts of the best matching language, with the site's overrides. After the requested languages come the
   * language of the page and those of the browser.
   * @throws the browser's error if a file fails to load.
   */
  load(part: MessagesPart = this.#part): Promise<void> {
    if (PARTS.indexOf(part) > PARTS.indexOf(this.#part)) this.#part = part;
    this.#latest = this.#load(++this.#loads);
    return this.#latest;
  }

  /** Shows the language that the person chose. If it can't be had, the one that is there stays. */
  readonly pick = (tag: string): void => {
    this.#picked = tag;
    this.load().catch(() => undefined);
  };

  async #load(load: number): Promise<void> {
    const { locales, overrides } = this.#wishes();
    const wished = [this.#picked, ...locales, document.documentElement.lang, ...navigator.languages];
    const tag = await bestLocale(wished, [...languageTags, ...Object.keys(overrides)]);
    const texts = await textsOf(tag, this.#part);
    // Only the most recent request counts, also for earlier callers.
    if (load !== this.#loads) return this.#latest;
    this.messages = mergeTexts({ ...texts, tag }, overrides[tag] ?? {});
    this.#changed();
  }
}
