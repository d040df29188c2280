import type { CheckedAttributes } from './reportAttributes.ts';
import type { languagePicker, OfferedLanguages } from './templates/languagePicker.ts';

interface Loading extends HTMLElement, CheckedAttributes, OfferedLanguages {
  requestUpdate(): void;
}

/** Parts that only some pages need, and never on the first screen. They are loaded on demand. */
export class LazyParts {
  /** Loaded on pages that offer languages; `null` before. */
  picker: typeof languagePicker | null = null;
  /** Problems that were already reported. */
  readonly #reported = new Set<string>();

  /** Loads the scripts that the attributes need. A failed load is retried at the next update. */
  load(element: Loading): void {
    if ((element.languages || element.languageSwitch) && !this.picker) {
      import('./templates/languagePicker.ts').then(({ languagePicker }) => {
        this.picker = languagePicker;
        element.requestUpdate();
      }, ignore);
    }
    const { locale, theme, mode, preset, privacyUrl, alternativeUrl } = element;
    if (locale || theme || mode || preset || privacyUrl || alternativeUrl)
      import('./reportAttributes.ts').then(
        ({ reportAttributes }) => reportAttributes(element, this.#reported),
        ignore,
      );
  }
}

const ignore = () => undefined;
