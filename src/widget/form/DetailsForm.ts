import type { SessionCase } from '../../contract/case.ts';
import type { DetailsFields } from '../../contract/detailsFields.ts';
import type { Messages } from '../locales/messages.ts';
import type { DetailsDraft, DetailsPage } from '../step/detailsDraft.ts';
import type { FlowContext } from '../step/step.ts';
import type { CountryInput } from './countryInput.ts';
import { fieldId } from './fieldTemplate.ts';
import type { FieldProblem, FormPort } from './formPort.ts';

type LaterPages = typeof import('./laterPages.ts');
type AddressPage = typeof import('./addressPage.ts');

/** The loaded scripts: a person who goes back to the details sees the screens immediately. */
let loaded: { later: LaterPages; address: AddressPage | null } | null = null;

export interface DetailsFormOptions {
  context: Pick<FlowContext, 'messages' | 'case' | 'view' | 'loadMessages'>;
  draft: DetailsDraft;
  /** Called when something was typed or chosen. */
  changed: () => void;
  show: (page: DetailsPage) => void;
  /** The root of the form on the page. */
  root: () => ParentNode | null;
}

/**
 * The typed values, their problems, and the scripts of the pages. Pages after the first are loaded in the background.
 */
export class DetailsForm implements FormPort {
  readonly draft: DetailsDraft;
  problems: FieldProblem[] = [];
  /** The note for details that a credential proves. */
  sourceText = '';
  readonly #options: DetailsFormOptions;
  readonly #countries = new Map<string, CountryInput>();
  #later: LaterPages | null = null;
  #address: AddressPage | null = null;

  constructor(options: DetailsFormOptions) {
    this.#options = options;
    this.draft = options.draft;
    // The texts are loaded together with the scripts.
    if (!loaded || !this.messages.details.checkTitle) return;
    this.#later = loaded.later;
    this.#address = loaded.address;
  }

  get messages(): Messages {
    return this.#options.context.messages;
  }

  get case(): SessionCase {
    return this.#options.context.case!;
  }

  get fields(): DetailsFields {
    return this.case.fields;
  }

  get typed(): Readonly<Record<string, string>> {
    return this.draft.typed;
  }

  /** Loads scripts and texts after the first screen, including those of the address if the case requires one. */
  async load(): Promise<LaterPages> {
    const { context, root } = this.#options;
    const scripts = import('./laterPages.ts');
    const asksAddress = this.fields.address !== 'hidden';
    const addressScript = asksAddress ? import('./addressPage.ts') : null;
    await Promise.all([scripts, addressScript, context.loadMessages('details')]);
    const later = await scripts;
    this.#address = await addressScript;
    loaded = { later, address: this.#address ?? loaded?.address ?? null };
    later.adoptStyles(root() as ShadowRoot);
    this.#later = later;
    return later;
  }

  get later(): LaterPages | null {
    return this.#later;
  }

  get address(): AddressPage | null {
    return this.#address;
  }

  source(path: string): string | null {
    const [field] = path.split('.');
    return field! in (this.case.credential?.proven ?? {}) ? this.sourceText : null;
  }

  error(path: string): string | undefined {
    const problem = this.problems.find((one) => one.path === path);
    return problem && this.textOf(problem);
  }

  textOf(problem: FieldProblem): string {
    const isUnknown = problem.code === 'required' && this.#countries.get(problem.path)?.isUnknown;
    if (isUnknown) return this.messages.details.noneFound;
    const country = this.typed['address.country'];
    const { CountryNames, problemText } = this.#later!;
    const name = country ? CountryNames.in(this.messages.tag).nameOf(country) : '';
    return problemText(problem, this.messages, name);
  }

  addressProblems(): FieldProblem[] {
    return this.#address?.addressProblems(this.typed, this.#later!.latinDigits) ?? [];
  }

  readonly regionLabel = (country: string): string => {
    const { details } = this.messages;
    return details[this.#address?.kindOfRegion(country) ?? 'region'];
  };

  settleAddress(): void {
    this.#address?.settleAddress(this);
  }

  type(path: string, value: string): void {
    this.draft.typed[path] = value;
    this.#changed(path);
  }

  drop(path: string): void {
    delete this.draft.typed[path];
    this.#changed(path);
  }

  /** The error of a field is hidden while the field is edited. */
  #changed(path: string): void {
    const field = path.startsWith('dateOfBirth.') ? 'dateOfBirth' : path;
    if (this.problems.some((one) => one.path === field)) {
      this.problems = this.problems.filter((one) => one.path !== field);
      void this.update();
    }
    this.draft.isSent = false;
    this.#options.changed();
  }

  country(path: string): CountryInput {
    const field = this.#countries.get(path) ?? new this.#later!.CountryField(this, path);
    this.#countries.set(path, field);
    return field;
  }

  update(): Promise<unknown> {
    this.#options.context.view.requestUpdate();
    return this.#options.context.view.updateComplete;
  }

  async focus(path: string): Promise<void> {
    await this.update();
    const field = this.#options.root()?.querySelector<HTMLElement>(`#${fieldId(path)}`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  }

  announce(message: string): void {
    this.#options.context.view.announce(message, { isInterruptible: true });
  }

  show(page: DetailsPage): void {
    this.#options.show(page);
  }
}
