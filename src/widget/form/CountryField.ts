import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { fillText } from '../locales/fillText.ts';
import { type CountryName, CountryNames } from './CountryNames.ts';
import type { CountryFieldParts, CountryInput } from './countryInput.ts';
import { type ControlAttributes, fieldTemplate } from './fieldTemplate.ts';
import type { FormPort } from './formPort.ts';

/**
 * A field for a country that is typed or selected from a list: a combobox according to the ARIA practices. The best
 * match is selected when the field loses focus.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export class CountryField implements CountryInput {
  readonly #form: FormPort;
  readonly #path: string;
  #names: CountryNames;
  #tag: string;
  /** Text typed since the last choice; `null` if none. */
  #query: string | null = null;
  #isOpen = false;
  /** Index of the option that Enter selects; -1 if none. */
  #active = -1;
  #parts: CountryFieldParts = { label: '' };

  constructor(form: FormPort, path: string) {
    this.#form = form;
    this.#path = path;
    this.#tag = form.messages.tag;
    this.#names = CountryNames.in(this.#tag);
  }

  render(parts: CountryFieldParts) {
    this.#parts = parts;
    const { messages } = this.#form;
    if (messages.tag !== this.#tag) this.#names = CountryNames.in(messages.tag);
    this.#tag = messages.tag;
    return fieldTemplate({
      path: this.#path,
      label: parts.label,
      hint: parts.hint,
      optional: parts.isOptional === true && messages.details.optional,
      error: this.#form.error(this.#path),
      control: (attributes) => this.#control(attributes),
    });
  }

  #control({ id, invalid, describedBy }: ControlAttributes) {
    const options = this.#isOpen ? this.#options : [];
    const active = this.#isOpen && options[this.#active] ? `${id}-${this.#active}` : nothing;
    return html`
      <div class="combo">
        <input
          id=${id}
          name=${this.#path}
          role="combobox"
          type="text"
          autocomplete=${this.#parts.autocomplete ?? 'off'}
          spellcheck="false"
          placeholder=${this.#form.messages.details.search}
          .value=${live(this.#query ?? this.#names.nameOf(this.#form.typed[this.#path] ?? ''))}
          ?required=${this.#parts.isOptional !== true}
          aria-autocomplete="list"
          aria-expanded=${this.#isOpen ? 'true' : 'false'}
          aria-controls="${id}-list"
          aria-activedescendant=${active}
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
          @input=${this.#typed}
          @change=${this.#changed}
          @keydown=${this.#pressed}
          @click=${this.#open}
          @blur=${this.#left}
        />
        <ul id="${id}-list" role="listbox" aria-label=${this.#parts.label} ?hidden=${!this.#isOpen} @mousedown=${keepFocus}>
          ${options.map((country, at) => this.#option(country, at, id))}
          ${this.#isOpen && options.length === 0 ? html`<li class="hint">${this.#form.messages.details.noneFound}</li>` : nothing}
        </ul>
      </div>
    `;
  }

  #option({ code, name }: CountryName, at: number, id: string) {
    const isSuggested = !this.#query && at === this.#names.suggested.length - 1;
    return html`<li
      id="${id}-${at}"
      role="option"
      class=${isSuggested ? 'last-suggested' : nothing}
      aria-selected=${at === this.#active ? 'true' : 'false'}
      data-code=${code}
      @click=${() => this.#choose(code)}
    >
      ${name}
    </li>`;
  }

  get #options(): CountryName[] {
    return this.#names.find(this.#query ?? '');
  }

  #typed = ({ target }: Event): void => {
    this.#query = (target as HTMLInputElement).value;
    this.#form.type(this.#path, '');
    this.#isOpen = true;
    this.#active = this.#query.trim() === '' ? -1 : 0;
    const { tag, details } = this.#form.messages;
    const n = this.#options.length;
    this.#form.announce(n === 0 ? details.noneFound : fillText(tag, details.found, { n }));
    this.#update();
  };

  /** Autofill writes a country name without opening the list, so the name must be matched here. */
  #changed = ({ target }: Event): void => {
    const code = this.#names.named((target as HTMLInputElement).value);
    if (code && this.#query !== null) this.#choose(code);
  };

  #open = (): void => {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#active = -1;
    this.#update();
  };

  #pressed = (event: KeyboardEvent): void => {
    const last = this.#options.length - 1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const isDown = event.key === 'ArrowDown';
      if (!this.#isOpen) this.#open();
      if (this.#active < 0) this.#active = isDown ? 0 : last;
      else this.#active = (this.#active + (isDown ? 1 : last) + (last + 1)) % (last + 1);
      void this.#update().then(() => this.#scrollTo(event.target as HTMLElement));
    } else if (event.key === 'Enter' && this.#isOpen && this.#active >= 0) {
      event.preventDefault();
      this.#take();
    } else if (event.key === 'Tab' && this.#isOpen && this.#active >= 0) {
      // Before the focus moves, so that it can reach fields that the selection adds.
      this.#take();
    } else if (event.key === 'Escape' && this.#isOpen) {
      // Escape closes the list, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    }
  };

  #scrollTo(input: HTMLElement): void {
    input.parentElement?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  #left = (): void => {
    if (this.#isOpen && this.#active >= 0) this.#take();
    else this.#close();
  };

  #take(): void {
    const country = this.#options[this.#active];
    if (country) this.#choose(country.code);
    else this.#close();
  }

  #choose(code: string): void {
    this.#query = null;
    this.#form.type(this.#path, code);
    this.#parts.chosen?.();
    this.#close();
  }

  #close(): void {
    this.#isOpen = false;
    this.#active = -1;
    this.#update();
  }

  #update(): Promise<unknown> {
    return this.#form.update();
  }

  /** Whether the typed text matches no country. */
  get isUnknown(): boolean {
    return Boolean(this.#query?.trim());
  }
}

/** Pressing an option must not move the focus from the field. */
function keepFocus(event: Event): void {
  event.preventDefault();
}
