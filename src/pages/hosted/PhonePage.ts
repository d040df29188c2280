import type { Handoff, JoinedHandoff, JoinHandoff } from '../../contract/handoff.ts';
import type { PageTexts } from '../../contract/hostedPage.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import { deviceName } from '../../widget/locales/deviceName.ts';
import { fillText } from '../../widget/locales/fillText.ts';
import { button, make, message } from './make.ts';
import { hasCamera } from './otherBrowserNote.ts';
import type { PhoneHost } from './phoneHost.ts';
import {
  boundCases,
  caseJoinedBy,
  forgetBinding,
  keepBinding,
  newKey,
  proofFor,
  publicKeyOf,
} from './phoneKeys.ts';

const POLL_MS = 1500;
/** The same while the details are typed on the computer, which takes minutes. */
const WAIT_MS = 3000;

interface Reply<Body> {
  status: number;
  /** `null`: a proxy answered with a page of its own. */
  body: Body | null;
}

/**
 * The phone that does a step for a computer: joins, shows its digits, and takes the selfie or asks a wallet once they were
 * entered.
 */
export class PhonePage {
  readonly #page: PhoneHost;

  constructor(page: PhoneHost) {
    this.#page = page;
  }

  /** Whether this URL, or the page before a reload, is that of a phone. */
  static isHere(): boolean {
    return location.pathname.endsWith('/verify/h') || phoneCase() !== undefined;
  }

  async begin(): Promise<void> {
    if (!location.pathname.endsWith('/verify/h')) return await this.#resume(phoneCase()!);
    const secret = location.hash.slice(1);
    // The secret stays out of the history.
    history.replaceState(null, '', `${this.#base}/verify`);
    await this.#join({ secret });
  }

  /**
   * The form for the eight letters that the computer shows next to its QR code.
   * @param isTitled whether the heading of the screen already says what to type.
   */
  codeForm({ isTitled = false }: { isTitled?: boolean } = {}): HTMLFormElement {
    const form = make('form', { noValidate: true });
    const input = make('input', {
      id: 'code',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: false,
      maxLength: 12,
    });
    form.onsubmit = (event) => {
      event.preventDefault();
      if (input.value.trim()) void this.#page.attempt(() => this.#join({ code: input.value }));
      else input.focus();
    };
    const className = isTitled ? 'unseen' : '';
    const label = make('label', { htmlFor: 'code', textContent: this.#texts.codeLabel, className });
    form.append(label, input, make('button', { textContent: this.#texts.next }));
    return form;
  }

  /**
   * Resumes on a phone whose tab was closed, with a stored key or its cookie.
   * @returns whether one of them belongs to a hand-off in progress.
   */
  async comeBack(): Promise<boolean> {
    for (const caseId of await boundCases()) {
      const reply = await this.#prove(caseId);
      if (reply?.status === 404) await forgetBinding(caseId);
      const joined = reply?.status === 200 ? reply.body : null;
      if (!joined || !['joined', 'confirmed'].includes(joined.status)) continue;
      this.#note(caseId, this.#page.walletReturn);
      await this.#opened(joined);
      return true;
    }
    return false;
  }

  get #texts(): PageTexts {
    return this.#page.frame.texts;
  }

  get #base(): string {
    return this.#page.frame.base;
  }

  /** Joins with the secret of the QR code, or with the typed code. */
  async #join(way: { secret: string } | { code: string }): Promise<void> {
    // A browser without a camera does not use up the code.
    if (!hasCamera()) return this.#showNoCamera('secret' in way ? way.secret : '');
    // The same phone has scanned or typed the code again: to the computer it is no other phone.
    const used = 'secret' in way ? way.secret : way.code.toUpperCase().replaceAll(/[^A-Z]/g, '');
    if (await this.#joinedBefore(used)) return;
    const pair = await newKey();
    const reply = await this.#post({ ...way, ...(pair && { publicKey: await publicKeyOf(pair) }) });
    const again = () => this.#join(way);
    if (!reply) return this.#page.showProblem('connection', again);
    if (isBusy(reply)) return this.#page.showProblem('busy', again);
    // The key may have been stored without its code.
    if (reply.status !== 200) {
      if (!(await this.comeBack())) this.#showOver();
      return;
    }
    const joined = reply.body!;
    const { caseId } = joined.session;
    await keepBinding(caseId, pair, used);
    this.#note(caseId);
    await this.#opened(joined);
  }

  /** @returns whether this phone goes on with a hand-off that it has joined by this secret or code. */
  async #joinedBefore(way: string): Promise<boolean> {
    const caseId = await caseJoinedBy(way);
    const reply = caseId ? await this.#prove(caseId) : null;
    if (!caseId || reply?.status !== 200 || !reply.body) return false;
    this.#note(caseId);
    await this.#opened(reply.body);
    return true;
  }

  #showNoCamera(secret: string): void {
    const address = secret && `${location.origin}${this.#base}/verify/h#${secret}`;
    this.#page.show(this.#page.otherBrowser(address));
    this.#page.redraw(() => this.#showNoCamera(secret));
  }

  /** Resumes on the same phone, which proves that it has the key. */
  async #resume(caseId: string): Promise<void> {
    const reply = await this.#prove(caseId);
    const again = () => this.#resume(caseId);
    if (!reply) return this.#page.showProblem('connection', again);
    if (isBusy(reply)) return this.#page.showProblem('busy', again);
    if (reply.status !== 200) return this.#showOver();
    await this.#opened(reply.body!);
  }

  async #prove(caseId: string): Promise<Reply<JoinedHandoff> | null> {
    const proof = await proofFor(caseId);
    return await this.#post({ caseId, ...(proof && { proof }) });
  }

  /** A text that does not arrive is asked for again, without joining again. */
  async #opened(joined: JoinedHandoff): Promise<void> {
    await this.#page.attempt(() => this.#open(joined));
  }

  async #open(joined: JoinedHandoff): Promise<void> {
    const leave = async () => {
      await this.#end(joined);
      this.#page.showOtherWay();
    };
    if (!(await this.#page.enter(joined, leave))) return this.#showOver();
    if (joined.status === 'confirmed') return await this.#goOn(joined);
    if (joined.status === 'done') return this.#showBack();
    this.#showWho(joined);
  }

  /**
   * Shows the site, the host, the kind of computer and the time, before the camera and before the digits. Refusing stands
   * beside continuing, as large (RFC 10027); one of the two is the button of the screen.
   */
  #showWho(joined: JoinedHandoff): void {
    const { frame } = this.#page;
    const { phoneTitle, documentTitle, walletTitle, started, next } = this.#texts;
    const titles = { credential: walletTitle, document: documentTitle, selfie: phoneTitle };
    const from = deviceName(frame.language, joined.from, this.#texts);
    const format = new Intl.DateTimeFormat(frame.language, { timeStyle: 'short' });
    const time = format.format(new Date(joined.since));
    const lines = [
      frame.site.fill(this.#texts, 'who'),
      frame.site.fill(this.#texts, 'runs'),
      fillText(frame.language, started, { from, time }),
    ];
    const onward = button(next, () => this.#showDigits(joined));
    const ways = make('p', { className: 'ways' }, onward, this.#refusal(joined));
    this.#page.show(message(titles[joined.step], ...lines), ways);
    this.#page.redraw(() => this.#showWho(joined));
  }

  #refusal(joined: JoinedHandoff): HTMLButtonElement {
    const refuse = async () => {
      await this.#end(joined);
      this.#showOver();
    };
    return button(this.#texts.notMine, refuse, { className: 'quiet' });
  }

  #showDigits(joined: JoinedHandoff): void {
    const digits = make('p', {
      className: 'digits',
      textContent: joined.digits,
      translate: false,
      id: 'digits',
    });
    // Screen readers read the digits one by one.
    digits.setAttribute('role', 'img');
    digits.setAttribute('aria-label', [...joined.digits].join(' '));
    const title = message(this.#texts.enterDigits);
    title.firstElementChild!.setAttribute('aria-describedby', digits.id);
    this.#page.show(title, digits, this.#refusal(joined));
    this.#page.redraw(() => this.#showDigits(joined));
    void this.#page.attempt(() => this.#waitForComputer(joined, digits));
  }

  /** Polls until the digits were entered or the hand-off has ended, while they are on the screen. */
  async #waitForComputer(joined: JoinedHandoff, digits: HTMLElement): Promise<void> {
    while (digits.isConnected) {
      const reply = await this.#look(joined);
      if (!digits.isConnected) return;
      if (reply?.status === 401 || reply?.status === 404) return await this.#resume(joined.session.caseId);
      if (reply?.body?.status === 'confirmed') return await this.#goOn({ ...joined, ...reply.body });
      if (reply?.body?.status === 'ended') return this.#showOver();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Does the step that is due, or waits for the next one: between document and selfie the computer asks for the details. */
  async #goOn(joined: JoinedHandoff): Promise<void> {
    if (joined.isDue) await this.#doStep(joined);
    else this.#showBack(joined);
  }

  /** Polls until the next step is due, while it says to go back to the computer. */
  async #waitForStep(joined: JoinedHandoff, shown: HTMLElement): Promise<void> {
    while (shown.isConnected) {
      const reply = await this.#look(joined);
      if (!shown.isConnected || reply?.body?.status === 'done') return;
      if (reply?.status === 401 || reply?.status === 404) return await this.#resume(joined.session.caseId);
      if (reply?.body?.status === 'ended') return this.#showOver();
      if (reply?.body?.isDue) return await this.#doStep(joined);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }

  /** Shows the widget, whose case has only this step. */
  async #doStep(joined: JoinedHandoff): Promise<void> {
    const next = async (): Promise<ClientSession> => {
      const reply = await this.#prove(joined.session.caseId);
      if (reply?.status === 200 && reply.body) return reply.body.session;
      if (reply?.status === 404) this.#showOver();
      throw new Error('The hand-off has ended');
    };
    const submitted = () => this.#showBack(joined);
    await this.#page.showWidget({ next, submitted, closed: () => this.#showBack() });
  }

  #showOver(): void {
    this.#page.showLast(() => this.#showOver(), message(this.#texts.phoneEnded));
  }

  /** @param joined the hand-off, if it may go on here. */
  #showBack(joined?: JoinedHandoff): void {
    const done = make('span', { className: 'done' });
    done.setAttribute('aria-hidden', 'true');
    this.#page.showLast(() => this.#showBack(joined), done, message(this.#texts.goBack));
    if (joined) void this.#page.attempt(() => this.#waitForStep(joined, done));
  }

  /** @returns `null` if nothing answers. */
  async #post(body: JoinHandoff): Promise<Reply<JoinedHandoff> | null> {
    const response = await fetch(`${this.#base}/v1/handoffs/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // Every caller says that the connection broke.
    }).catch(() => null);
    return response && { status: response.status, body: await jsonOf(response) };
  }

  /** Reads the hand-off; `null` if nothing answers: the next look may. */
  async #look(joined: JoinedHandoff): Promise<Reply<Handoff> | null> {
    const response = await this.#call(joined, 'GET').catch(() => null);
    return response && { status: response.status, body: await jsonOf(response) };
  }

  /** Ends the hand-off. If that does not arrive, the computer ends it, or its time does. */
  async #end(joined: JoinedHandoff): Promise<void> {
    await this.#call(joined, 'DELETE').catch(() => undefined);
  }

  #call({ session }: JoinedHandoff, method: 'GET' | 'DELETE'): Promise<Response> {
    return fetch(`${session.baseUrl}/cases/${session.caseId}/handoff`, {
      method,
      headers: { authorization: `Bearer ${session.sessionKey}` },
      cache: 'no-store',
    });
  }

  #note(caseId: string, fragment = ''): void {
    history.replaceState({ ...history.state, phone: caseId }, '', `${this.#base}/verify${fragment}`);
  }
}

/** The case of this phone before a reload. */
function phoneCase(): string | undefined {
  return (history.state as { phone?: string } | null)?.phone;
}

/** Whether a later attempt may succeed: the hand-off has not ended. */
function isBusy({ status, body }: Reply<unknown>): boolean {
  return status === 429 || status >= 500 || body === null;
}

/** `null` if it is no JSON: a proxy may answer with a page of its own. */
async function jsonOf<Body>(response: Response): Promise<Body | null> {
  return await response.json().catch(() => null);
}
