import { adoptStyles, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { ClientSession } from '../contract/sessionKey.ts';
import type { Limits } from '../vision/judge/limits.ts';
import { emit, type IdvEventMap } from './events.ts';
import { frameTemplate } from './frameTemplate.ts';
import { Journey, type JourneyHost } from './Journey.ts';
import type { Locale } from './locales/Locale.ts';
import { localeFor } from './locales/localeFor.ts';
import type { Memory } from './Memory.ts';
import type { StepClass } from './Step.ts';
import { sessionSource } from './sessionSource.ts';
import { contentStyles } from './styles/contentStyles.ts';
import { frameStyles } from './styles/frameStyles.ts';
import { themeStyles } from './styles/themeStyles.ts';

/**
 * `<idv-verify>`: takes a person through an identity verification.
 *
 * Give it a session in one of three ways: the attribute `session-url`, the property `session`, or the property
 * `fetchSession`. It begins as soon as it is connected and has one.
 */
export class IdvVerifyElement extends LitElement {
  static override properties = {
    locale: {},
    theme: { reflect: true },
    mode: { reflect: true },
    noRedirect: { type: Boolean, attribute: 'no-redirect' },
    sessionUrl: { attribute: 'session-url' },
    session: { attribute: false, hasChanged: isOtherSession },
    fetchSession: { attribute: false },
    limits: { attribute: false },
  };
  static override styles = [themeStyles, frameStyles, contentStyles];

  /** The language, BCP 47. Without it: the case's, then the page's, then the browser's. */
  declare locale: string | null;
  declare theme: 'auto' | 'light' | 'dark' | null;
  /** `modal`: in a dialog over the page, opened as soon as the element is connected. */
  declare mode: 'inline' | 'modal' | null;
  /** Stay on the page after the last step. */
  declare noRedirect: boolean;
  /** An address of the page's own origin that answers POST with a session. */
  declare sessionUrl: string | null;
  /** A session that the page has already. Without a way to get the next one, it ends after 15 minutes. */
  declare session: ClientSession | null;
  /** Gets a session; asked again whenever one runs out. */
  declare fetchSession: (() => Promise<ClientSession>) | null;
  /** Thresholds of the camera's guidance other than the defaults, each within its safe bounds. */
  declare limits: Partial<Limits> | null;

  #journey: Journey | null = null;
  #memory: Memory = { caseId: null, details: null, selfie: null };
  #message = '';
  #shown = 0;

  constructor() {
    super();
    this.locale = null;
    this.theme = null;
    this.mode = null;
    this.noRedirect = false;
    this.sessionUrl = null;
    this.session = null;
    this.fetchSession = null;
    this.limits = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Not before the first update: frameworks set properties after they connect an element.
    if (!this.hasUpdated) return;
    if (this.mode === 'modal') this.#openDialog();
    this.#restart();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    if (this.mode === 'modal' && changed.has('mode')) this.#openDialog();
    // A framework may well make a new function at every turn; it is asked when it is needed.
    const isNewSource =
      changed.has('sessionUrl') ||
      changed.has('session') ||
      (changed.has('fetchSession') && this.#journey === null);
    const isClosed = this.mode === 'modal' && !this.#dialog?.open;
    if (isNewSource && !isClosed) this.#restart();
  }

  /** Opens the dialog again after it was closed; with `mode="modal"` only. */
  show(): void {
    if (this.mode !== 'modal') return;
    this.#openDialog();
    if (!this.#journey) this.#restart();
  }

  /** Closes the dialog and ends what is going on in it; the case stays as it is. */
  close(): void {
    this.#dialog?.close();
  }

  protected override render(): TemplateResult {
    const frame = frameTemplate({
      texts: this.#texts,
      journey: this.#journey,
      message: this.#message,
      dir: this.getAttribute('dir'),
      close: this.mode === 'modal' ? () => this.close() : null,
    });
    if (this.mode !== 'modal') return frame;
    return html`<dialog part="dialog" aria-label=${this.#texts.frame.label} @close=${this.#closed}>${frame}</dialog>`;
  }

  #restart(): void {
    this.#stop();
    if (!sessionSource(this)) return;
    this.#journey = new Journey(this.#host(), this.#memory);
    this.#journey.start();
  }

  #stop(): void {
    this.#journey?.stop();
    this.#journey = null;
    this.#shown = 0;
  }

  /** What the journey may do with the element. */
  #host(): JourneyHost {
    const element = this;
    return {
      get texts() {
        return element.#texts;
      },
      get source() {
        return sessionSource(element)!;
      },
      get noRedirect() {
        return element.noRedirect;
      },
      get limits() {
        return element.limits ?? {};
      },
      get updateComplete() {
        return element.updateComplete;
      },
      entered: (step) => this.#entered(step),
      focusHeading: () => this.#focusHeading(),
      requestUpdate: () => this.requestUpdate(),
      announce: (message) => {
        this.#message = message;
        this.requestUpdate();
      },
      emit: (name, detail) => emit(this, name, detail),
    };
  }

  #entered({ styles }: StepClass): void {
    if (styles) adoptStyles(this.renderRoot as ShadowRoot, [...IdvVerifyElement.elementStyles, styles]);
    this.#message = '';
    this.requestUpdate();
    // The first screen must not take the focus from the page.
    if (this.#shown++ > 1 || this.mode === 'modal') this.#focusHeading();
  }

  async #focusHeading(): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector('h2')?.focus();
    // The focus brings the heading alone into view. As much as fits is better, and always the row at the top: there is
    // the way out of a dialog.
    for (const part of ['.card', '.top'])
      this.renderRoot.querySelector(part)?.scrollIntoView({ block: 'nearest' });
  }

  get #texts(): Locale {
    return localeFor([this.locale, this.#journey?.case?.locale ?? null]);
  }

  #openDialog(): void {
    const dialog = this.#dialog;
    if (!dialog || dialog.matches(':modal')) return;
    // Moved within the page, it still says that it is open, but isn't.
    dialog.removeAttribute('open');
    dialog.showModal();
  }

  #closed = (): void => {
    const caseId = this.#journey?.case?.id ?? null;
    this.#stop();
    emit(this, 'idv-cancel', { caseId, reason: 'closed' });
  };

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }
}

/** A new object with the same key is no new session. */
function isOtherSession(now: ClientSession | null, before: ClientSession | null | undefined): boolean {
  return now?.sessionKey !== before?.sessionKey;
}

declare global {
  interface HTMLElementTagNameMap {
    'idv-verify': IdvVerifyElement;
  }
  /** The events bubble: they can be heard on the element and on everything around it. */
  interface GlobalEventHandlersEventMap extends IdvEventMap {}
}
