import { html, nothing } from 'lit';
import { languageName } from '../locales/languageName.ts';
import { languageTags } from '../locales/languageTags.ts';
import type { Messages } from '../locales/messages.ts';

/** What the site offers: some languages, or all. */
export interface OfferedLanguages {
  languages: string | null;
  languageSwitch: boolean;
}

interface Texts {
  messages: Messages;
  pick(tag: string): void;
}

/** The languages offered by the site, each by its own name. */
export function languagePicker(
  { messages: { tag, frame }, pick }: Texts,
  { languages, languageSwitch }: OfferedLanguages,
) {
  // With a language that the site has added.
  const all = languageSwitch ? [...new Set([...languageTags, tag])] : [];
  const offered = languages?.split(/[\s,]+/).filter(Boolean) ?? all;
  if (offered.length < 2) return nothing;
  const chosen = ({ currentTarget }: Event) => pick((currentTarget as HTMLSelectElement).value);
  return html`
    <select class="languages" part="languages" aria-label=${frame.language} @change=${chosen}>
      ${offered.map(
        (language) =>
          html`<option value=${language} lang=${language} .selected=${language === tag}>${languageName(language)}</option>`,
      )}
    </select>
  `;
}
