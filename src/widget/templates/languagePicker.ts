import { html, nothing } from 'lit';
import { languageName } from '../locales/languageName.ts';
import type { Messages } from '../locales/messages.ts';

/** The languages offered by the site, each by its own name. */
export function languagePicker({ tag, frame }: Messages, offered: string, pick: (tag: string) => void) {
  const languages = offered.split(/[\s,]+/).filter(Boolean);
  if (languages.length < 2) return nothing;
  const chosen = ({ currentTarget }: Event) => pick((currentTarget as HTMLSelectElement).value);
  return html`
    <select class="languages" part="languages" aria-label=${frame.language} @change=${chosen}>
      ${languages.map(
        (language) =>
          html`<option value=${language} lang=${language} .selected=${language === tag}>${languageName(language)}</option>`,
      )}
    </select>
  `;
}
