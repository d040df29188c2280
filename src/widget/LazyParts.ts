import type { CheckedAttributes } from './reportAttributes.ts';
import type { languagePicker } from './templates/languagePicker.ts';

/** What only some pages need, and none for its first screen: it is loaded for those. */
export class LazyParts {
  /** There once it was loaded, on pages that offer languages. */
  picker: typeof languagePicker | null = null;
  /** Problems reported already. */
  readonly #reported = new Set<string>();

  /** Loads the scripts that the attributes need. A failed load is retried at the next update. */
  load(element: HTMLElement & CheckedAttributes & { languages: string | null; requestUpdate(): void }): void {
    if (element.languages && !this.picker) {
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
