import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locales/Locale.ts';
import type { Refusal } from '../templates/errorSummary.ts';
import { countryNames } from './countryNames.ts';
import { type ControlAttributes, fieldId, fieldTemplate } from './fieldTemplate.ts';

type TextKey = Exclude<keyof Locale['details'], 'nationality' | 'summary'>;

export interface TextField {
  name: string;
  label: TextKey;
  autocomplete: string;
  isOptional?: true;
  type?: 'date';
  maxLength?: number;
}

const names = {
  given: { name: 'givenName', label: 'givenName', autocomplete: 'given-name', maxLength: 100 },
  family: { name: 'familyName', label: 'familyName', autocomplete: 'family-name', maxLength: 100 },
  only: { name: 'familyName', label: 'onlyName', autocomplete: 'family-name', maxLength: 100 },
  middle: {
    name: 'middleName',
    label: 'middleName',
    autocomplete: 'additional-name',
    maxLength: 100,
    isOptional: true,
  },
  native: { name: 'nativeName', label: 'nativeName', autocomplete: 'off', maxLength: 100, isOptional: true },
} as const satisfies Record<string, TextField>;

const birth = { name: 'dateOfBirth', label: 'dateOfBirth', autocomplete: 'bday', type: 'date' } as const;

const street = [
  { name: 'address.line1', label: 'line1', autocomplete: 'address-line1', maxLength: 200 },
  { name: 'address.line2', label: 'line2', autocomplete: 'address-line2', maxLength: 200, isOptional: true },
] as const satisfies TextField[];

const town = [
  {
    name: 'address.postalCode',
    label: 'postalCode',
    autocomplete: 'postal-code',
    maxLength: 20,
    isOptional: true,
  },
  { name: 'address.city', label: 'city', autocomplete: 'address-level2', maxLength: 100 },
] as const satisfies TextField[];

const region = {
  name: 'address.region',
  label: 'region',
  autocomplete: 'address-level1',
  maxLength: 100,
  isOptional: true,
} as const;

/** The most nationalities that one person may name. */
const MAX_NATIONALITIES = 5;

/** The fields of the personal details, with what was typed before and the errors. */
export class DetailsForm {
  /** By the name of the field. */
  errors: ReadonlyMap<string, string> = new Map();
  /** What was typed so far. */
  typed: FormData;
  readonly #texts: Locale;
  readonly #countries: ReturnType<typeof countryNames>;
  readonly #update: () => Promise<unknown>;
  #isMononym: boolean;
  #nationalities: string[];

  constructor(texts: Locale, typed: FormData, update: () => Promise<unknown>) {
    this.#texts = texts;
    this.typed = typed;
    this.#update = update;
    this.#countries = countryNames(texts.tag);
    this.#isMononym = typed.has('mononym');
    const before = [...typed].filter(([name]) => name.startsWith('nationalities.'));
    this.#nationalities = before.length > 0 ? before.map(([, code]) => String(code)) : [''];
  }

  /** The fields that were refused, in their order. */
  get refusals(): Refusal[] {
    const { details } = this.#texts;
    const called = ({ name, label }: TextField) => [name, details[label] as string] as const;
    const labels = [
      ...[names.given, this.#isMononym ? names.only : names.family, names.middle, names.native, birth].map(
        called,
      ),
      ...this.#nationalities.map((_, at) => [`nationalities.${at}`, details.nationality(at)] as const),
      ['countryOfBirth', details.countryOfBirth] as const,
      ...[...street, ...town, region].map(called),
      ['address.country', details.country] as const,
    ];
    return labels
      .filter(([name]) => this.errors.has(name))
      .map(([name, label]) => ({ id: fieldId(name), label }));
  }

  render(): TemplateResult {
    const { details } = this.#texts;
    return html`
      <fieldset>
        <legend>${details.name}</legend>
        ${this.#isMononym ? nothing : this.#text(names.given)}
        ${this.#text(this.#isMononym ? names.only : names.family)}
        <label class="tick">
          <input type="checkbox" name="mononym" ?checked=${this.#isMononym} @change=${this.#toggleMononym} />
          ${details.mononym}
        </label>
        <details ?open=${this.typed.get('middleName') || this.typed.get('nativeName')}>
          <summary>${details.moreNames}</summary>
          ${this.#isMononym ? nothing : this.#text(names.middle)} ${this.#text(names.native)}
        </details>
      </fieldset>
      <fieldset>
        <legend>${details.birth}</legend>
        ${this.#text(birth)} ${this.#nationalities.map((code, position) => this.#nationality(code, position))}
        ${
          this.#nationalities.length < MAX_NATIONALITIES
            ? html`<button type="button" class="plain small" @click=${this.#addNationality}>
                ${details.addNationality}
              </button>`
            : nothing
        }
        ${this.#country('countryOfBirth', details.countryOfBirth, 'off', details.optional)}
      </fieldset>
      <fieldset>
        <legend>${details.address}</legend>
        ${street.map((field) => this.#text(field))}
        <div class="pair">${town.map((field) => this.#text(field))}</div>
        ${this.#text(region)} ${this.#country('address.country', details.country, 'country')}
      </fieldset>
    `;
  }

  #text({ name, label, autocomplete, isOptional, type, maxLength }: TextField) {
    const { details } = this.#texts;
    const isRequired = isOptional !== true;
    return fieldTemplate({
      name,
      label: details[label] as string,
      optional: isOptional === true && details.optional,
      error: this.errors.get(name),
      control: ({ id, invalid, describedBy }) => html`
        <input
          id=${id}
          name=${name}
          type=${type ?? 'text'}
          min=${type === 'date' ? '1900-01-01' : nothing}
          max=${type === 'date' ? new Date().toISOString().slice(0, 10) : nothing}
          maxlength=${maxLength ?? nothing}
          autocomplete=${autocomplete}
          value=${String(this.typed.get(name) ?? '')}
          ?required=${isRequired}
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
        />
      `,
    });
  }

  #country(name: string, label: string, autocomplete: string, optional: string | false = false) {
    const chosen = String(this.typed.get(name) ?? '');
    const error = this.errors.get(name);
    const control = (attributes: ControlAttributes) =>
      this.#select(name, chosen, autocomplete, attributes, optional === false);
    return fieldTemplate({ name, label, optional, error, control });
  }

  #nationality(code: string, position: number) {
    const { details } = this.#texts;
    const name = `nationalities.${position}`;
    return fieldTemplate({
      name,
      label: details.nationality(position),
      error: this.errors.get(name),
      control: (attributes) => html`
        <div class="row" @change=${(event: Event) => this.#choose(position, event.target as HTMLSelectElement)}>
          ${this.#select(name, code, 'off', attributes, true)}
          ${
            position === 0
              ? nothing
              : html`<button
                  type="button"
                  class="plain small"
                  aria-label="${details.removeNationality}: ${details.nationality(position)}"
                  @click=${(event: Event) => this.#removeNationality(event, position)}
                >
                  ${details.removeNationality}
                </button>`
          }
        </div>
      `,
    });
  }

  #select(
    name: string,
    chosen: string,
    autocomplete: string,
    { id, invalid, describedBy }: ControlAttributes,
    isRequired: boolean,
  ) {
    return html`
      <select
        id=${id}
        name=${name}
        autocomplete=${autocomplete}
        ?required=${isRequired}
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
      >
        <option value="">${this.#texts.details.choose}</option>
        ${this.#countries.map(
          (country) =>
            html`<option value=${country.code} .selected=${country.code === chosen}>${country.name}</option>`,
        )}
      </select>
    `;
  }

  #toggleMononym = (event: Event): void => {
    this.#isMononym = (event.target as HTMLInputElement).checked;
    this.#update();
  };

  #addNationality = (event: Event): void => {
    this.#focusNationality(event, this.#nationalities.push('') - 1);
  };

  #choose(position: number, { value }: HTMLSelectElement): void {
    this.#nationalities[position] = value;
    this.#update();
  }

  #removeNationality(event: Event, position: number): void {
    this.#nationalities.splice(position, 1);
    this.#focusNationality(event, position - 1);
  }

  /** The button that was pressed may be gone, and the focus with it. */
  async #focusNationality({ currentTarget }: Event, position: number): Promise<void> {
    const fields = (currentTarget as HTMLElement).closest('fieldset')!;
    await this.#update();
    fields.querySelector<HTMLElement>(`#${fieldId(`nationalities.${position}`)}`)?.focus();
  }
}
