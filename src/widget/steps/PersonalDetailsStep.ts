import { html } from 'lit';
import { ValidationError } from '../../client/errors.ts';
import { fieldErrors } from '../../contract/fieldErrors.ts';
import { personalDetailsFor } from '../../contract/personalDetails.ts';
import type { FieldError } from '../../contract/problem.ts';
import type { ErrorReport } from '../events.ts';
import { DetailsForm } from '../form/DetailsForm.ts';
import { readDetails } from '../form/readDetails.ts';
import type { Journey } from '../Journey.ts';
import type { Step } from '../Step.ts';
import { formStyles } from '../styles/formStyles.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { errorSummary } from '../templates/errorSummary.ts';
import { primaryButton } from '../templates/primaryButton.ts';

/** The form for name, birth and address, judged by the schema that the service judges by. */
export class PersonalDetailsStep implements Step {
  static readonly styles = formStyles;
  readonly #journey: Journey;
  readonly #signal: AbortSignal;
  readonly #fields: DetailsForm;
  #isBusy = false;
  #wasSent = false;
  #error: ErrorReport | null = null;

  constructor(journey: Journey, signal: AbortSignal) {
    this.#journey = journey;
    this.#signal = signal;
    const typed = journey.memory.details ?? new FormData();
    this.#fields = new DetailsForm(journey.texts, typed, () => {
      journey.host.requestUpdate();
      return journey.host.updateComplete;
    });
  }

  render() {
    const { details } = this.#journey.texts;
    const { errors, refusals } = this.#fields;
    const count = errors.size > 0 ? details.summary(errors.size) : '';
    return html`
      <h2 tabindex="-1">${details.title}</h2>
      <p class="lead">${details.lead}</p>
      <form novalidate @submit=${this.#submit} @input=${this.#remember} @change=${this.#judgeAgain}>
        ${errorSummary(count, refusals, show)} ${this.#fields.render()}
        ${errorBanner(this.#error, details.kept)}
        <div class="actions">
          ${primaryButton({ label: this.#isBusy ? details.sending : details.submit, isBusy: this.#isBusy })}
        </div>
      </form>
    `;
  }

  #remember = ({ currentTarget }: Event): void => {
    this.#fields.typed = new FormData(currentTarget as HTMLFormElement);
    this.#journey.memory.details = this.#fields.typed;
  };

  /** Once something was refused, a mended field says so at once. */
  #judgeAgain = ({ currentTarget }: Event): void => {
    if (!this.#wasSent || this.#isBusy) return;
    const form = currentTarget as HTMLFormElement;
    // After the fields themselves have taken the change in.
    void this.#journey.host.updateComplete.then(() => this.#judge(form));
  };

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#isBusy) return;
    const form = event.currentTarget as HTMLFormElement;
    this.#remember(event);
    this.#wasSent = true;
    this.#error = null;
    const details = this.#judge(form);
    if (!details) return this.#focusFirstError(form);
    this.#isBusy = true;
    this.#journey.host.requestUpdate();
    try {
      await this.#journey.client.submitPersonalDetails(details, { signal: this.#signal });
      this.#journey.memory.details = null;
      this.#journey.preload('selfie');
      await this.#journey.readCase(this.#signal);
    } catch (error) {
      this.#refused(error, form);
    }
  };

  #judge(form: HTMLFormElement) {
    const schema = personalDetailsFor(this.#journey.case!.mode);
    const result = schema.safeParse(readDetails(new FormData(form)));
    this.#show(result.success ? [] : fieldErrors(result.error));
    return result.success ? result.data : null;
  }

  #refused(error: unknown, form: HTMLFormElement): void {
    this.#isBusy = false;
    if (error instanceof ValidationError && error.errors.length > 0) {
      this.#show(error.errors);
      this.#focusFirstError(form);
    } else {
      this.#error = this.#journey.settle(error, this.#signal);
      this.#journey.host.requestUpdate();
    }
  }

  #show(errors: FieldError[]): void {
    const texts: Record<string, string> = this.#journey.texts.fieldErrors;
    const byName = errors.map(
      ({ pointer, code }) => [nameOf(pointer), texts[code] ?? this.#journey.texts.fieldErrors.other] as const,
    );
    // The first of several errors of a field is the one to mend first.
    this.#fields.errors = new Map(byName.reverse());
    this.#journey.host.requestUpdate();
  }

  async #focusFirstError(form: HTMLFormElement): Promise<void> {
    await this.#journey.host.updateComplete;
    show(form.querySelector<HTMLElement>('[aria-invalid]'));
  }
}

/** Brings the person to a field. */
function show(field: HTMLElement | null): void {
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

/** `#/address/city` -> `address.city`; what is wrong with a list is said at the first of it. */
function nameOf(pointer: string): string {
  return pointer
    .slice(2)
    .replaceAll('/', '.')
    .replace(/^nationalities$/, '$&.0');
}
