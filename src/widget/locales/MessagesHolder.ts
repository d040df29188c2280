import { enStart } from '../../texts/en/enStart.ts';
import { bestLocale } from './bestLocale.ts';
import { languageTags } from './languageTags.ts';
import { mergeTexts } from './mergeTexts.ts';
import type { MessageOverrides, Messages } from './messages.ts';
import { type MessagesPart, textsOf } from './textsOf.ts';

export interface MessagesPreferences {
  /** BCP 47 tags in order of preference; `null` entries are ignored. */
  locales: (string | null)[];
  overrides: MessageOverrides;
}

/** Each part includes the texts of the parts before it. */
const PARTS: MessagesPart[] = ['start', 'details', 'all', 'handoff'];

/** Holds the texts of the current language, and loads those of another. The most recent request wins. */
export class MessagesHolder {
  /**
   * Until a language is loaded: English, with an empty loading screen. The texts of the details and the selfie are complete
   * after `load('all')`, which the flow awaits before it shows them.
   */
  messages: Messages = { tag: 'en', ...enStart, frame: { ...enStart.frame, loading: '' } } as Messages;
  #part: MessagesPart = 'start';
  /** The person's choice of language, which takes precedence. */
  #picked: string | null = null;
  #loads = 0;
  #latest: Promise<void> = Promise.resolve();
  readonly #preferences: () => MessagesPreferences;
  readonly #changed: () => void;

  constructor(preferences: () => MessagesPreferences, changed: () => void) {
    this.#preferences = preferences;
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

  /** Switches to the language that the person chose. If it can't be loaded, the current one stays. */
  readonly pick = (tag: string): void => {
    this.#picked = tag;
    this.load().catch(() => undefined);
  };

  async #load(load: number): Promise<void> {
    const { locales, overrides } = this.#preferences();
    const preferred = [this.#picked, ...locales, document.documentElement.lang, ...navigator.languages];
    const tag = await bestLocale(preferred, [...languageTags, ...Object.keys(overrides)]);
    const texts = await textsOf(tag, this.#part);
    // Only the most recent request counts, also for earlier callers.
    if (load !== this.#loads) return this.#latest;
    this.messages = mergeTexts({ ...texts, tag }, overrides[tag] ?? {});
    this.#changed();
  }
}
