import type { SessionCase } from '../../contract/case.ts';
import type { RedeemedLink, RedeemLink } from '../../contract/link.ts';
import type { Problem } from '../../contract/problem.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import type { IdvVerifyElement } from '../../widget/index.ts';
import { isInAppBrowser } from '../../widget/selfie/camera/openCamera.ts';
import { textHash } from '../../widget/steps/textHash.ts';
import { Frame } from './Frame.ts';
import { LinkSecret } from './LinkSecret.ts';
import { button, make, message } from './make.ts';
import { hasCamera, otherBrowserNote } from './otherBrowserNote.ts';
import { PhonePage } from './PhonePage.ts';
import type { EnteredCase, PhoneHost, ShownCase } from './phoneHost.ts';

/** The page of a link: redeems it, then shows the widget. */
export class HostedPage implements PhoneHost {
  readonly frame: Frame;
  readonly #secret: LinkSecret;
  readonly #phone: PhonePage;
  #session: ClientSession | null = null;
  #widget: IdvVerifyElement | null = null;
  /** On the phone of a hand-off: ends it. */
  #leave: (() => Promise<void>) | null = null;
  /** Renders the screen again after a change of language. */
  #draw: () => void = () => {};

  constructor(root: HTMLElement) {
    this.frame = new Frame(root, {
      refuse: (pressed) => this.#refuse(pressed),
      draw: () => this.#draw(),
    });
    this.#secret = new LinkSecret(this.frame.base);
    this.#phone = new PhonePage(this);
  }

  async begin(): Promise<void> {
    this.show(message(this.frame.texts.loading));
    if (PhonePage.isHere()) return await this.#phone.begin();
    // A wallet has led back to a new page, which does not know yet that it is a phone.
    if (this.walletReturn && (await this.#phone.comeBack())) return;
    await this.#redeem({});
  }

  async attempt(step: () => unknown): Promise<void> {
    try {
      await step();
    } catch (error) {
      // For the console: the page says only that it did not get through.
      reportError(error);
      this.showProblem('connection', step);
    }
  }

  get walletReturn(): string {
    return location.hash.startsWith('#idv_wallet=') ? location.hash : '';
  }

  async enter(
    { session, branding, locale }: EnteredCase,
    leave: (() => Promise<void>) | null = null,
  ): Promise<boolean> {
    if (!this.frame.site.enter(session, branding)) return false;
    this.#session = session;
    this.#leave = leave;
    await this.frame.follow(locale);
    return true;
  }

  /** Requests a session with the link, or with the cookie, and shows the result. */
  async #redeem(more: RedeemLink): Promise<void> {
    const reply = await this.#ask(more).catch(() => null);
    const again = () => this.#redeem(more);
    if (!reply) return this.showProblem('connection', again);
    if (reply.status === 200) return await this.#open(reply.body as RedeemedLink);
    const { code, errors } = reply.body as Problem;
    if (reply.status === 403 && code === 'birth_date_required')
      return this.#showBirthDate({ isWrong: (errors ?? []).length > 0 });
    if (reply.status !== 404) return this.showProblem('busy', again);
    // A phone whose tab was closed and which has no link.
    const hasLink = Boolean(this.#secret.value || this.#secret.caseId);
    if (!hasLink && (await this.#phone.comeBack())) return;
    if (hasLink) this.#showEnded();
    else this.#showCode();
  }

  async #ask(more: RedeemLink): Promise<{ status: number; body: RedeemedLink | Problem }> {
    const { value: secret, caseId } = this.#secret;
    const known = secret ? { secret } : { ...(caseId && { caseId }) };
    const response = await fetch(`${this.frame.base}/v1/links/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...known, ...more }),
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    return { status: response.status, body: await response.json() };
  }

  async #open(redeemed: RedeemedLink): Promise<void> {
    this.#secret.redeemed(redeemed.session.caseId, this.walletReturn);
    await this.attempt(async () => {
      if (await this.enter(redeemed)) await this.showWidget();
      else this.#showEnded();
    });
  }

  async showWidget(shown: ShownCase = {}): Promise<void> {
    const address = `${this.frame.base}/verify/widget/idv-verify.js`;
    try {
      await import(address);
    } catch {
      // The page says so, and offers another try.
      return this.showProblem('connection', () => this.#reload(address));
    }
    const widget = document.createElement('idv-verify');
    this.#prepare(widget, shown);
    this.#widget = widget;
    this.#draw = () => {
      widget.locale = this.frame.language;
      void this.#writeTitle();
    };
    // The widget's headings are second-level.
    const title = make('h1', { className: 'unseen', textContent: this.frame.site.name });
    this.frame.main.replaceChildren(title, ...(hasCamera() ? [] : [this.otherBrowser()]), widget);
    this.#followRefusal(widget);
    this.#writeFrame({ isOver: false });
  }

  /** Some screens of the widget have the button that stands below all of them, or its question. */
  #followRefusal({ renderRoot }: IdvVerifyElement): void {
    const look = () => {
      const { withoutFace } = this.frame.texts;
      const isOffered = [...renderRoot.querySelectorAll('button, #ask')].some(
        ({ id, textContent }) => id === 'ask' || textContent?.trim() === withoutFace,
      );
      this.frame.placeRefusal({ isAbove: isOffered && renderRoot.isConnected });
    };
    new MutationObserver(look).observe(renderRoot, { childList: true, subtree: true, characterData: true });
  }

  /**
   * A browser remembers a script that did not arrive for the lifetime of the page
   * (https://github.com/whatwg/html/issues/6768), so the page is loaded again, once the script can be reached.
   */
  async #reload(script: string): Promise<void> {
    const isThere = await fetch(script, { cache: 'no-cache' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isThere) return this.showProblem('connection', () => this.#reload(script));
    this.#secret.keepForReload();
    location.reload();
  }

  #prepare(widget: IdvVerifyElement, { next, submitted, closed }: ShownCase): void {
    let first = this.#session;
    widget.fetchSession = async () => {
      const given = first;
      first = null;
      return given ?? (await (next ?? this.#nextSession)());
    };
    widget.locale = this.frame.language;
    // Without a name, the widget shows the host.
    widget.siteName = this.frame.site.name;
    for (const name of ['idv-ready', 'idv-step'] as const)
      widget.addEventListener(name, () => void this.#writeTitle());
    widget.addEventListener('idv-submitted', () => {
      this.#writeFrame({ isOver: true });
      if (!submitted) return;
      this.#widget = null;
      submitted();
    });
    widget.addEventListener('idv-cancel', ({ detail }) => {
      if (detail.reason === 'closed') closed?.();
      else this.#writeFrame({ isOver: true });
    });
    widget.addEventListener('idv-error', ({ detail }) => {
      const isCamera = detail.code.startsWith('camera_');
      if (isCamera && isInAppBrowser() && !this.frame.main.querySelector('.note'))
        widget.before(this.otherBrowser());
    });
  }

  #nextSession = async (): Promise<ClientSession> => {
    const { status, body } = await this.#ask({});
    if (status === 200) return (body as RedeemedLink).session;
    // The link was deleted or replaced.
    if (status === 404) this.#showEnded();
    throw new Error((body as Problem).code);
  };

  /** @param address of the page, with its secret, to copy; by default the link. */
  otherBrowser(address = this.#secret.address): HTMLElement {
    return otherBrowserNote(this.frame.texts, address);
  }

  /**
   * The widget's *No, do not measure my face*, on every screen. Before the face is asked for it refuses nothing yet, and
   * shows the other way.
   */
  async #refuse(pressed: HTMLButtonElement): Promise<void> {
    pressed.disabled = true;
    if (this.#leave) return await this.#leave();
    if (!this.#session) return this.showOtherWay(() => this.begin());
    try {
      const shown = (await this.#call('GET', '')) as SessionCase;
      if (shown.status === 'canceled') return this.#showStopped();
      const isAsked = shown.requirements.currentlyDue.includes('consent');
      if (shown.status !== 'requires_input' || isAsked) return this.showOtherWay(() => this.showWidget());
      this.#confirm({ isReviewed: shown.withoutFace === 'review' });
    } catch (error) {
      reportError(error);
      return this.showProblem('connection', () => this.showWidget());
    } finally {
      pressed.disabled = false;
    }
  }

  /** Asks once more, with the consequence, in place of the button: the screen above stays as it is. */
  #confirm({ isReviewed }: { isReviewed: boolean }): void {
    const set = (question: (() => HTMLElement) | null) => {
      this.frame.question = question;
      this.#writeFrame({ isOver: false });
      document.querySelector<HTMLElement>('footer .card p, footer > button')?.focus();
    };
    set(() => {
      const { withoutFace, withoutFaceReview, stop, stopHint, stopYes, stopNo } = this.frame.texts;
      const lines = isReviewed ? [withoutFaceReview] : [stop, stopHint];
      const yes = isReviewed ? withoutFace : stopYes;
      const refuse = async () => {
        await this.#refuseFace([withoutFace, ...lines, yes].join('\n'));
        this.frame.question = null;
        if (isReviewed) await this.#redeem({});
        else this.#showStopped();
      };
      const question = make('p', { tabIndex: -1, textContent: lines.join(' ') });
      const stay = button(stopNo, () => set(null));
      const press = button(yes, () => this.attempt(refuse), { className: 'quiet' });
      return make('section', { className: 'card' }, question, stay, ' ', press);
    });
  }

  /** @param text the words that the person read. */
  async #refuseFace(text: string): Promise<void> {
    await this.#call('POST', '/consent', {
      biometric: true,
      face: false,
      textVersion: 'hosted-page-2',
      locale: this.frame.language,
      text,
      ...(await textHash(text)),
    });
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const { caseId, baseUrl, sessionKey } = this.#session!;
    const response = await fetch(`${baseUrl}/cases/${caseId}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sessionKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
    });
    if (response.status === 401) {
      const { status, body: renewed } = await this.#ask({});
      if (status === 200) {
        this.#session = (renewed as RedeemedLink).session;
        return await this.#call(method, path, body);
      }
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return await response.json();
  }

  /**
   * Shown if the person refuses before a case is open, or on a phone, where the computer continues.
   * @param back undoes the refusal.
   */
  showOtherWay(back?: () => unknown): void {
    const { texts, site } = this.frame;
    const parts: Node[] = [message(texts.otherWay), ...site.ways(texts)];
    if (back) parts.push(button(texts.again, () => this.attempt(back), { className: 'quiet' }));
    this.showLast(() => this.showOtherWay(back), ...parts);
  }

  #showStopped(): void {
    const { texts, site } = this.frame;
    const { stoppedTitle, stoppedText, otherWay } = texts;
    this.showLast(
      () => this.#showStopped(),
      message(stoppedTitle, stoppedText, otherWay),
      ...site.ways(texts),
    );
  }

  /** Somebody typed the address that a computer shows, and has a code from it. */
  #showCode(): void {
    this.show(message(this.frame.texts.codeLabel), this.#phone.codeForm({ isTitled: true }));
    this.#draw = () => this.#showCode();
  }

  #showEnded(): void {
    const { texts, site } = this.frame;
    this.#secret.forget();
    this.#session = null;
    // A person without a link may have a code from a computer.
    this.showLast(
      () => this.#showEnded(),
      message(texts.endedTitle, site.fill(texts, 'endedText')),
      ...site.ways(texts),
      this.#phone.codeForm(),
    );
  }

  #showBirthDate({ isWrong }: { isWrong: boolean }): void {
    const { birthText, birthWrong, dateOfBirth, next } = this.frame.texts;
    const form = make('form', { noValidate: true });
    const today = new Date().toISOString().slice(0, 10);
    const input = make('input', { type: 'date', id: 'birth', required: true, min: '1900-01-01', max: today });
    input.setAttribute('autocomplete', 'bday');
    const label = make('label', { htmlFor: 'birth', textContent: dateOfBirth });
    const error = make('p', { className: 'error', id: 'wrong', role: 'alert' });
    if (isWrong) {
      error.textContent = birthWrong;
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', 'wrong');
    }
    form.onsubmit = (event) => {
      event.preventDefault();
      if (input.value) void this.attempt(() => this.#redeem({ dateOfBirth: input.value }));
      else input.focus();
    };
    form.append(label, input, error, make('button', { textContent: next }));
    this.show(message(dateOfBirth, birthText), form);
    this.#draw = () => this.#showBirthDate({ isWrong });
    if (isWrong) input.focus();
  }

  showProblem(problem: 'connection' | 'busy', again: () => unknown): void {
    const press = () => {
      this.show(message(this.frame.texts.loading));
      void this.attempt(again);
    };
    this.show(message(this.frame.texts[problem]), button(this.frame.texts.again, press));
    this.#draw = () => this.showProblem(problem, again);
  }

  showLast(draw: () => void, ...parts: Node[]): void {
    this.show(...parts);
    this.#writeFrame({ isOver: true });
    this.#draw = draw;
  }

  show(...parts: Node[]): void {
    this.frame.question = null;
    this.frame.placeRefusal({ isAbove: false });
    const card = make('section', { className: 'card' }, ...parts);
    this.#widget = null;
    this.frame.main.replaceChildren(card);
    this.#writeFrame({ isOver: false });
    void this.#writeTitle();
    card.querySelector('h1')?.focus();
  }

  redraw(draw: () => void): void {
    this.#draw = draw;
  }

  #writeFrame({ isOver }: { isOver: boolean }): void {
    this.frame.isOver = isOver;
    this.frame.write({ isWidget: this.#widget !== null });
  }

  /** Writes the heading of the screen and the site's identity. */
  async #writeTitle(): Promise<void> {
    await this.#widget?.updateComplete;
    const shown = this.#widget?.shadowRoot ?? this.frame.main;
    const heading = shown.querySelector('h1, h2')?.textContent.trim();
    document.title = [heading, this.frame.site.name].filter(Boolean).join(' – ');
  }
}
