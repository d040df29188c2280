import { adoptStyles, html, LitElement, noChange, type PropertyValues, type RenderOptions } from 'lit';
import type { ClientSession } from '../contract/sessionKey.ts';
import type { CaptureThresholds } from '../vision/judge/thresholds.ts';
import { emit } from './events.ts';
import { expectsConsent } from './flow/expectsConsent.ts';
import { FlowController } from './flow/FlowController.ts';
import type { FlowHost } from './flow/flowHost.ts';
import { LazyParts } from './LazyParts.ts';
import { MessagesHolder } from './locales/MessagesHolder.ts';
import type { MessageOverrides } from './locales/messages.ts';
import { reportNotice } from './reportNotice.ts';
import { hasSession, isOtherSession } from './session/hasSession.ts';
import { Announcer } from './step/Announcer.ts';
import type { Drafts, StepClass } from './step/step.ts';
import { contentStyles } from './styles/contentStyles.ts';
import { frameStyles } from './styles/frameStyles.ts';
import { rootStyles } from './styles/rootStyles.ts';
import { themeStyles } from './styles/themeStyles.ts';
import { focusHeading } from './templates/focusHeading.ts';
import { frameTemplate } from './templates/frameTemplate.ts';
import { openDialog } from './templates/openDialog.ts';

/**
 * `<idv-verify>`: guides a person through an identity verification.
 *
 * It needs a session in one of three ways: the attribute `session-url`, the property `session`, or the property
 * `fetchSession`. It starts as soon as it is connected and has one.
 */
export class IdvVerifyElement extends LitElement {
  static override properties = {
    locale: {},
    languages: {},
    languageSwitch: { type: Boolean, attribute: 'language-switch' },
    theme: { reflect: true },
    mode: { reflect: true },
    preset: { reflect: true },
    noRedirect: { type: Boolean, attribute: 'no-redirect' },
    sessionUrl: { attribute: 'session-url' },
    assetBase: { attribute: 'asset-base' },
    siteName: { attribute: 'site-name' },
    contact: {},
    privacyUrl: { attribute: 'privacy-url' },
    alternativeUrl: { attribute: 'alternative-url' },
    testFace: { attribute: 'test-face' },
    session: { attribute: false, hasChanged: isOtherSession },
    fetchSession: { attribute: false },
    limits: { attribute: false },
    messages: { attribute: false },
  };
  static override styles = [themeStyles, rootStyles, frameStyles, contentStyles];

  /** The language, BCP 47. By default that of the case, then of the page, then of the browser. */
  declare locale: string | null;
  /** Language tags, comma separated: shows a language picker. */
  declare languages: string | null;
  /** Shows a picker of all languages, unless `languages` names some. */
  declare languageSwitch: boolean;
  declare theme: 'auto' | 'light' | 'dark' | null;
  /** `modal`: in a dialog over the page, which opens as soon as the element is connected. */
  declare mode: 'inline' | 'modal' | null;
  /** The base style: `soft` (default), `sharp` (square, with lines) or `plain` (without a card). */
  declare preset: 'soft' | 'sharp' | 'plain' | null;
  /** Whether the page stays after the last step, instead of going to the return URL. */
  declare noRedirect: boolean;
  /** A URL of the page's own origin that responds to POST with a session. */
  declare sessionUrl: string | null;
  /**
   * A folder of the site that serves the engine's files (`dist/cdn` of the package), for bundlers that do not emit
   * them.
   */
  declare assetBase: string | null;
  /** The name of the site as people know it; the name in the account's branding takes precedence. */
  declare siteName: string | null;
  /** The contact for help: an email address, a URL or a phone number; the account's branding takes precedence. */
  declare contact: string | null;
  /** The URL of the site's privacy notice, http(s); the account's branding takes precedence. */
  declare privacyUrl: string | null;
  /** The URL for people who refuse the check or the face check; the account's branding takes precedence. */
  declare alternativeUrl: string | null;
  /**
   * In test mode, the test face that replaces the camera: `1`, `2`, `3`, or `auto` (chosen by the case). `none` offers
   * no test face. By default the person may choose the test face by a button. Ignored in live mode.
   */
  declare testFace: 'auto' | '1' | '2' | '3' | 'none' | null;
  /** A session that the page already has. If it cannot be renewed, it ends after 15 minutes. */
  declare session: ClientSession | null;
  /** Returns a session; called again whenever one expires. */
  declare fetchSession: (() => Promise<ClientSession>) | null;
  /** Thresholds of the camera guidance that differ from the defaults, each within its safe bounds. */
  declare limits: Partial<CaptureThresholds> | null;
  /** The site's own texts: replacements for some texts of a language, or all texts of an additional language. */
  declare messages: MessageOverrides | null;

  #flow: FlowController | null = null;
  #drafts: Drafts = { caseId: null, details: null, selfie: null };
  readonly #texts = new MessagesHolder(
    () => ({ locales: [this.locale, this.#flow?.case?.locale ?? null], overrides: this.messages ?? {} }),
    () => this.requestUpdate(),
  );
  #message = '';
  readonly #announcer = new Announcer((message) => {
    this.#message = message;
    this.requestUpdate();
  });
  readonly #extras = new LazyParts();
  readonly #declared = new PrerenderedScreen();
  #turn = 0;
  /** The session of the previous flow, after the element was removed. */
  #kept: ClientSession | null = null;

  constructor() {
    super();
    Object.assign(this, defaultProperties);
  }

  protected override createRenderRoot() {
    const root = super.createRenderRoot();
    this.#declared.find(root as ShadowRoot, this.renderOptions);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Not before the first update: frameworks set properties after they connect an element.
    if (!this.hasUpdated) return;
    if (this.mode === 'modal') openDialog(this.#dialog);
    // An element that was moved within the page continues; browsers pause the video of a removed element.
    if (this.#flow)
      this.renderRoot
        .querySelector('video')
        ?.play()
        // The element was removed again at once.
        .catch(() => undefined);
    else this.#restart();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is being moved is connected again before the microtask runs.
    queueMicrotask(() => (this.isConnected ? undefined : this.#stop()));
  }

  /** Without this method `moveBefore` would disconnect and connect the element: the flow would end and start again. */
  connectedMoveCallback(): void {}

  protected override willUpdate(): void {
    if (this.#flow?.isShowing) void this.#declared.replace(this.updateComplete);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    this.#extras.load(this);
    this.#flow?.updated();
    if (this.mode === 'modal' && changed.has('mode')) openDialog(this.#dialog);
    // If the new texts cannot be loaded, the current ones stay.
    if (changed.has('locale') || changed.has('messages')) this.#texts.load().catch(() => undefined);
    // A change of `fetchSession` is ignored: a framework may create a new function at every render. It is called when
    // needed.
    const isOther = changed.has('sessionUrl') || changed.has('session');
    const isNewSource = isOther || (changed.has('fetchSession') && this.#flow === null);
    if (isNewSource) this.#kept = null;
    if (isNewSource && (this.mode !== 'modal' || this.#dialog?.open)) this.#restart();
  }

  /** Opens the dialog again after it was closed; only with `mode="modal"`. */
  show(): void {
    if (this.mode !== 'modal') return;
    openDialog(this.#dialog);
    if (!this.#flow) this.#restart();
  }

  /** Closes the dialog and ends the current step. The case does not change. */
  close(): void {
    this.#dialog?.close();
  }

  protected override render() {
    if (this.#declared.stands) return noChange;
    const frame = frameTemplate({
      messages: this.#texts.messages,
      step: this.#flow?.step ?? null,
      turn: this.#turn,
      isTestMode: this.#flow?.case?.mode === 'test',
      progress: this.#flow?.progress ?? null,
      message: this.#message,
      dir: this.getAttribute('dir'),
      picker: this.#extras.picker?.(this.#texts, this),
      close: this.mode === 'modal' ? () => this.#asksFirst() || this.close() : null,
    });
    if (this.mode !== 'modal') return frame;
    return html`<dialog part="dialog" aria-label=${this.#texts.messages.frame.label} @cancel=${this.#asksFirst} @close=${this.#closed}>${frame}</dialog>`;
  }

  #restart(): void {
    this.#stop();
    if (!hasSession(this)) return;
    this.#flow = new FlowController(this.#host(), this.#drafts);
    this.#flow.start();
  }

  #stop(): void {
    if (!this.isConnected) this.#kept = this.#flow?.client?.session ?? this.#kept;
    this.#flow?.stop();
    this.#flow = null;
  }

  /** The interface that the element offers to the flow. */
  #host(): FlowHost {
    const element = this;
    return {
      get messages() {
        return element.#texts.messages;
      },
      loadMessages: (part) => this.#texts.load(part),
      source: element,
      takeKept: () => this.#takeKept(),
      get expectsConsent() {
        return expectsConsent(element.#drafts, element.locale);
      },
      get settings() {
        const { noRedirect, limits, assetBase, siteName, contact, privacyUrl, alternativeUrl, testFace } =
          element;
        return {
          noRedirect,
          limits: limits ?? {},
          assetBase,
          siteName,
          contact,
          privacyUrl,
          alternativeUrl,
          testFace,
        };
      },
      get root() {
        return element.renderRoot;
      },
      get updateComplete() {
        return element.updateComplete;
      },
      entered: (step) => this.#entered(step),
      focusHeading: () => this.#focusHeading(),
      requestUpdate: () => this.requestUpdate(),
      announce: (message, options) => this.#announcer.say(message, options),
      cancelAnnouncements: () => this.#announcer.clear(),
      notice: (code, detail) => reportNotice(this, code, detail),
      emit: (name, detail) => emit(this, name, detail),
    };
  }

  #entered({ styles }: StepClass): void {
    if (styles) adoptStyles(this.renderRoot as ShadowRoot, [...IdvVerifyElement.elementStyles, styles]);
    this.#turn++;
    this.#announcer.clear();
    // Inline, the first screen must not take the focus from the page.
    if (this.mode === 'modal') this.#focusHeading();
  }

  async #focusHeading(): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    focusHeading(this.renderRoot);
  }

  /** An element that is removed and inserted again continues with its session, once. */
  #takeKept(): ClientSession | null {
    const session = this.#kept;
    this.#kept = null;
    return session;
  }

  /** Whether the step asks for confirmation because input would be lost. The dialog then stays open. */
  #asksFirst = (event?: Event): boolean => {
    const isAsking = this.#flow?.step?.asksFirst?.(() => this.close()) ?? false;
    if (isAsking) event?.preventDefault();
    return isAsking;
  };

  #closed = async (): Promise<void> => {
    const caseId = this.#flow?.case?.id ?? null;
    const unwound = this.#flow?.unwind();
    this.#stop();
    await unwound;
    emit(this, 'idv-cancel', { caseId, reason: 'closed' });
  };

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }
}

/** The initial values of the element's attributes and properties. */
const defaultProperties = {
  locale: null,
  languages: null,
  languageSwitch: false,
  theme: null,
  mode: null,
  preset: null,
  noRedirect: false,
  sessionUrl: null,
  assetBase: null,
  siteName: null,
  contact: null,
  privacyUrl: null,
  alternativeUrl: null,
  testFace: null,
  session: null,
  fetchSession: null,
  limits: null,
  messages: null,
};

/**
 * The screen that came as HTML with the page (Declarative Shadow DOM). The element's own first screen replaces it
 * before the next paint: the focus stays, and nothing is animated.
 */
class PrerenderedScreen {
  #elements: Element[] = [];
  #root!: ShadowRoot;

  /** Whether it is still displayed. */
  get stands(): boolean {
    return this.#elements.length > 0;
  }

  /** Finds the prerendered screen in the element's root. New content is rendered behind it. */
  find(root: ShadowRoot, options: RenderOptions): void {
    this.#root = root;
    this.#elements = [...root.children];
    if (this.stands) options.renderBefore = null;
  }

  /** @param rendered settles when the element's own screen is rendered. */
  async replace(rendered: Promise<unknown>): Promise<void> {
    if (!this.stands) return;
    const root = this.#root;
    const focused = root.activeElement;
    const selector = focused && focused.localName + (focused.part.length > 0 ? `[part=${focused.part}]` : '');
    for (const element of this.#elements) element.remove();
    this.#elements = [];
    await rendered;
    const screen = root.querySelector<HTMLElement>('.screen');
    if (screen) screen.style.animation = 'none';
    if (selector) root.querySelector<HTMLElement>(selector)?.focus();
  }
}
