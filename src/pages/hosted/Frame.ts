import type { HostedPageData, LoadedTexts, PageTexts } from '../../contract/hostedPage.ts';
import { languageName } from '../../widget/locales/languageName.ts';
import { button, make } from './make.ts';
import { Site } from './Site.ts';

interface FrameOptions {
  /** Refuses the face. */
  refuse: (pressed: HTMLButtonElement) => Promise<void>;
  /** Renders the screen again after a change of language. */
  draw: () => void;
}

/** What stands around each screen: the site's identity, the way without a face check, help and languages. */
export class Frame {
  readonly base: string;
  readonly site: Site;
  readonly main = document.getElementById('main')!;
  readonly #footer = document.getElementById('footer')!;
  readonly #root: HTMLElement;
  readonly #languages: readonly string[];
  readonly #options: FrameOptions;
  texts: PageTexts;
  language: string;
  /** Whether a final screen is shown. */
  isOver = false;
  /** Draws the question that stands in place of the way without a face check. */
  question: (() => HTMLElement) | null = null;
  /** The way without a face check. */
  #refuse: HTMLButtonElement | null = null;
  #isRefusalAbove = false;
  /** Whether the person has chosen the language, which the case then leaves alone. */
  #isChosen = false;

  constructor(root: HTMLElement, options: FrameOptions) {
    const { base, languages, texts, site } = JSON.parse(root.dataset['page']!) as HostedPageData;
    this.#root = root;
    this.#options = options;
    this.base = base;
    this.#languages = languages;
    this.texts = texts;
    this.language = root.lang;
    this.site = new Site(root, site);
  }

  /** Writes the frame around the current screen. */
  write({ isWidget }: { isWidget: boolean }): void {
    const refuse = button(this.texts.withoutFace, () => this.#options.refuse(refuse), { className: 'quiet' });
    this.#refuse = refuse;
    refuse.hidden = this.#isRefusalAbove;
    const isHelpShown = this.main.querySelector('a') !== null;
    this.#footer.replaceChildren(
      ...(this.isOver ? [] : [this.question?.() ?? refuse]),
      ...(isHelpShown ? [] : this.site.help(this.texts)),
      this.#picker({ isWidget }),
    );
    this.site.write(this.texts, { isWidget });
  }

  /** Says whether the screen itself offers the way without a face check: then it does not stand below it again. */
  placeRefusal({ isAbove }: { isAbove: boolean }): void {
    this.#isRefusalAbove = isAbove;
    if (this.#refuse) this.#refuse.hidden = isAbove;
  }

  /**
   * Uses the language of the case, unless the person has chosen one.
   * @throws if its texts do not arrive.
   */
  async follow(language: string | null): Promise<void> {
    if (language && !this.#isChosen) await this.#load(language);
  }

  /** The language picker; each language in its own name. */
  #picker(shown: { isWidget: boolean }): HTMLElement {
    const select = make('select');
    for (const tag of this.#languages)
      select.append(make('option', { value: tag, lang: tag, textContent: languageName(tag) }));
    select.value = this.language;
    const problem = make('p', { className: 'error' });
    problem.setAttribute('role', 'alert');
    select.onchange = () => void this.#choose(select, problem, shown);
    const label = make('label', { className: 'languages' });
    label.append(make('span', { textContent: this.texts.language }), select);
    const box = make('div');
    box.append(label, problem);
    return box;
  }

  /** If the texts do not arrive, the page says so, and keeps the language that it has. */
  async #choose(
    select: HTMLSelectElement,
    problem: HTMLElement,
    shown: { isWidget: boolean },
  ): Promise<void> {
    problem.textContent = '';
    try {
      await this.#load(select.value);
    } catch {
      // The text below says so.
      select.value = this.language;
      problem.textContent = this.texts.connection;
      return;
    }
    this.#isChosen = true;
    this.#options.draw();
    this.write(shown);
    this.#footer.querySelector('select')?.focus();
  }

  /** @throws if the texts do not arrive. */
  async #load(language: string): Promise<void> {
    if (language === this.language) return;
    const response = await fetch(`${this.base}/verify/texts?language=${encodeURIComponent(language)}`);
    if (!response.ok) throw new Error(`The texts answered ${response.status}`);
    const loaded = (await response.json()) as LoadedTexts;
    this.texts = loaded.texts;
    this.language = loaded.language;
    this.#root.lang = loaded.language;
    this.#root.dir = loaded.dir;
  }
}
