import { adoptStyles } from 'lit';
import { createHandoffClient, type HandoffClient } from '../../../client/createHandoffClient.ts';
import { IdvApiError } from '../../../client/errors.ts';
import type { Handoff, HandoffStep, StartedHandoff } from '../../../contract/handoff.ts';
import type { ErrorReport } from '../../events.ts';
import type { HandoffMessages } from '../../locales/messages.ts';
import { linkedController } from '../../step/linkedController.ts';
import { shownText } from '../../step/shownText.ts';
import type { FlowContext } from '../../step/step.ts';
import { whenOnline } from '../../step/whenOnline.ts';
import { handoffStyles } from '../../styles/handoffStyles.ts';
import { followHandoff } from './followHandoff.ts';
import { codeView, digitsView, endedView, type Mistake, pendingView } from './handoffViews.ts';
import { noPhoneView } from './noPhoneView.ts';

/** Interval between codes, in milliseconds; each code is valid for twice as long. */
const DRAW_MS = 30_000;
/** Delay after a failed attempt, in milliseconds. */
const AGAIN_MS = 5_000;
/** Version of the refusal's text, recorded with the refusal. Change it when the meaning of the text changes. */
const REFUSAL_VERSION = 'no-phone-2026-11-23';
/** The statuses of a hand-off in order: a response that was overtaken on its way must not move it back. */
const ORDER: Handoff['status'][] = ['waiting', 'joined', 'confirmed', 'done', 'ended'];

type HandoffContext = Pick<
  FlowContext,
  'messages' | 'client' | 'case' | 'site' | 'view' | 'emit' | 'notice' | 'readCase' | 'settle'
>;

interface HandoffPanelOptions {
  /** Returns to this computer. */
  leave: () => void;
  /** The step that the phone takes over; by default the selfie. */
  step?: HandoffStep;
  /** Texts that name another step than the selfie. */
  texts?: Partial<HandoffMessages['handoff']>;
}

/** The side screen: the help for people without a phone, or its confirmation. */
type Aside = 'none' | 'no_phone' | 'asking';

/**
 * The computer's side of the hand-off: the ways to the phone, the four digits, waiting. Continues by itself once the
 * phone is done. The hand-off outlives the panel: another panel resumes it.
 */
export class HandoffPanel {
  readonly #context: HandoffContext;
  /** Aborted when the panel is left. */
  readonly #signal: AbortSignal;
  readonly #leave: () => void;
  readonly #step: HandoffStep;
  readonly #client: HandoffClient;
  readonly #ownTexts: Partial<HandoffMessages['handoff']>;
  #texts: HandoffMessages['handoff'];
  /** Ends with the current hand-off. */
  #run: AbortController;
  #handoff: Handoff | null = null;
  /** The ways to the phone; `null` before they are loaded, and once a phone has joined. */
  #ways: StartedHandoff | null = null;
  #drawnAt = 0;
  #error: ErrorReport | null = null;
  #isBusy = false;
  #mistake: Mistake | null = null;
  #copying: 'no' | 'done' | 'refused' = 'no';
  #aside: Aside = 'none';

  /** Whether a hand-off of this step is in progress. */
  static async isRunning(
    client: FlowContext['client'],
    signal: AbortSignal,
    step: HandoffStep = 'selfie',
  ): Promise<boolean> {
    const handoff = await createHandoffClient(client)
      .retrieveHandoff({ signal })
      // Starting one finds it anyway.
      .catch(() => null);
    signal.throwIfAborted();
    return handoff?.step === step && !['done', 'ended'].includes(handoff.status);
  }

  constructor(context: HandoffContext, signal: AbortSignal, options: HandoffPanelOptions) {
    this.#context = context;
    this.#signal = signal;
    const { leave, step = 'selfie', texts = {} } = options;
    this.#leave = leave;
    this.#step = step;
    this.#client = createHandoffClient(context.client);
    this.#ownTexts = texts;
    this.#texts = { ...context.messages.handoff!, ...texts };
    this.#run = linkedController(signal);
    adopt(context.view.root as ShadowRoot);
    void this.#begin();
  }

  /** Returns from a side screen, or to the camera; `null` if neither is possible. */
  get back(): (() => void) | null {
    if (this.#aside !== 'none') return () => this.#turn('none');
    return this.#isForced ? null : () => this.#here();
  }

  render() {
    const { messages, case: state, site } = this.#context;
    // If the texts of a language could not be loaded, the previous ones stay.
    this.#texts = { ...(messages.handoff ?? this.#texts), ...this.#ownTexts };
    const parts = { messages, texts: this.#texts, error: this.#error, isBusy: this.#isBusy };
    if (this.#aside !== 'none')
      return noPhoneView({
        ...parts,
        site,
        withoutFace: state!.withoutFace,
        isAsking: this.#aside === 'asking',
        refuse: () => this.#refuse(),
        turn: (aside) => this.#turn(aside),
      });
    const other = this.#isForced
      ? { label: this.#texts.noPhone, press: () => this.#turn('no_phone') }
      : { label: this.#texts.here, press: () => this.#here() };
    const handoff = this.#handoff;
    switch (handoff?.status) {
      case 'joined':
        return digitsView({
          ...parts,
          handoff,
          mistake: this.#mistake,
          confirm: (digits) => this.#confirm(digits),
          notMine: () => this.#end(),
        });
      case 'confirmed':
      case 'done':
        return pendingView({ ...parts, handoff, again: () => this.#goOn(), notMine: () => this.#end() });
      case 'ended':
        return endedView({ ...parts, handoff, other, again: () => this.#again() });
      default:
        return codeView({
          ...parts,
          other,
          ways: this.#ways,
          copying: this.#copying,
          copy: () => this.#copy(),
          again: () => this.#again(),
        });
    }
  }

  get #isForced(): boolean {
    return this.#step === 'selfie' && this.#context.case!.handoff === 'force';
  }

  /** Starts a hand-off, or finds the one in progress, and follows it. */
  async #begin(): Promise<void> {
    this.#run.abort();
    this.#run = linkedController(this.#signal);
    const { signal } = this.#run;
    this.#handoff = this.#ways = this.#error = null;
    this.#mistake = null;
    this.#aside = 'none';
    this.#context.view.requestUpdate();
    if (!(await this.#draw(signal))) return;
    const timer = setInterval(() => this.#redraw(signal), 1000);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    if (signal.aborted) clearInterval(timer);
    try {
      await followHandoff({
        client: this.#client,
        signal,
        shown: (handoff) => this.#changed(handoff),
        withoutEvents: () =>
          this.#context.notice(
            'handoff_without_events',
            'No server-sent events arrive, so it polls every 3 s.',
          ),
        trouble: (error) => this.#fails(error, signal),
      });
    } catch (error) {
      this.#fails(error, signal);
    }
  }

  /** Restarts. The pressed button disappears, so the focus is set again. */
  #again(): void {
    void this.#begin();
    this.#context.view.focusHeading();
  }

  /**
   * Requests the ways to the phone.
   * @returns whether there is a hand-off.
   */
  async #draw(signal: AbortSignal): Promise<boolean> {
    this.#drawnAt = Date.now();
    try {
      const started = await this.#client.startHandoff({ signal });
      this.#ways = started.url === null ? null : started;
      if (this.#copying === 'done') this.#copying = 'no';
      this.#changed(started);
      return true;
    } catch (error) {
      this.#fails(error, signal);
      if (this.#error?.code === 'offline') whenOnline(signal, () => this.#begin());
      // The previous codes stay valid for a while.
      this.#drawnAt = Date.now() - DRAW_MS + AGAIN_MS;
      return false;
    }
  }

  /** Checks every second: a page that was hidden, or a device that slept, must not show an expired code. */
  #redraw(signal: AbortSignal): void {
    if (this.#handoff?.status === 'waiting' && Date.now() - this.#drawnAt >= DRAW_MS) void this.#draw(signal);
  }

  #changed(handoff: Handoff): void {
    const before = this.#handoff;
    if (this.#run.signal.aborted) return;
    // The case is at another step: the page is behind.
    if (handoff.step !== this.#step) return void this.#goOn();
    if (before && ORDER.indexOf(handoff.status) < ORDER.indexOf(before.status)) return;
    this.#handoff = handoff;
    this.#error = null;
    const { view } = this.#context;
    const isOver = handoff.status === 'done' || handoff.status === 'ended';
    if (isOver) this.#run.abort();
    if (handoff.status === 'done' || handoff.reason === 'case_moved') return void this.#goOn();
    if (before && handoff.refusals > before.refusals)
      view.announce(this.#texts.refused, { isAssertive: true });
    if (handoff.status === before?.status) return void view.requestUpdate();
    if (handoff.status !== 'waiting') this.#ways = null;
    this.#isBusy = false;
    this.#mistake = null;
    // Whoever says that they have no phone may do so before there is a code.
    if (!before) return void view.requestUpdate();
    this.#aside = 'none';
    view.focusHeading();
  }

  /** Continues: the phone is done, or the case has moved on without it. */
  async #goOn(): Promise<void> {
    const signal = this.#signal;
    this.#error = null;
    try {
      await this.#context.readCase(signal);
    } catch (error) {
      this.#fails(error, signal);
      if (this.#error) whenOnline(signal, () => this.#goOn());
    }
  }

  async #confirm(typed: string): Promise<void> {
    const { signal } = this.#run;
    const digits = latinDigits(typed).replaceAll(/\s/g, '');
    if (this.#isBusy) return;
    if (!/^\d{4}$/.test(digits)) return this.#ask('incomplete');
    this.#turnBusy({ isBusy: true });
    try {
      this.#changed(await this.#client.confirmHandoff(digits, { signal }));
    } catch (error) {
      const isAnswer = error instanceof IdvApiError && [409, 422].includes(error.status);
      // Loads the number of attempts left, or the end of the hand-off.
      if (isAnswer) await this.#look(signal);
      else this.#fails(error, signal);
      if (isAnswer && this.#handoff?.status === 'joined') this.#ask('wrong');
    }
    this.#turnBusy({ isBusy: false });
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      this.#changed(await this.#client.retrieveHandoff({ signal }));
    } catch (error) {
      this.#fails(error, signal);
    }
  }

  /** Shows the error of the digits and asks for them again. */
  async #ask(mistake: Mistake): Promise<void> {
    this.#mistake = mistake;
    const { view } = this.#context;
    view.requestUpdate();
    await view.updateComplete;
    const input = view.root?.querySelector<HTMLInputElement>('#digits');
    input?.focus();
    input?.select();
  }

  /** Ends the hand-off, because the phone belongs to another person. */
  async #end(): Promise<void> {
    const { signal } = this.#run;
    if (this.#isBusy) return;
    this.#turnBusy({ isBusy: true });
    try {
      await this.#client.endHandoff({ signal });
      this.#changed({ ...this.#handoff!, status: 'ended', reason: 'computer' });
    } catch (error) {
      this.#fails(error, signal);
    }
    this.#turnBusy({ isBusy: false });
  }

  /** Ends the hand-off. If this request fails, the selfie that starts on this computer ends it. */
  async #here(): Promise<void> {
    this.#run.abort();
    const isOver = this.#handoff?.status === 'ended';
    if (!isOver) await this.#client.endHandoff({ signal: this.#signal }).catch(() => undefined);
    if (!this.#signal.aborted) this.#leave();
  }

  async #copy(): Promise<void> {
    const { view } = this.#context;
    const url = this.#ways?.url;
    if (!url) return;
    try {
      await navigator.clipboard.writeText(url);
      this.#copying = 'done';
      view.announce(this.#texts.copied);
    } catch {
      // The clipboard is blocked in some frames and on pages without https: the link is shown, to be copied by hand.
      this.#copying = 'refused';
    }
    view.requestUpdate();
  }

  async #turn(aside: Aside): Promise<void> {
    if (this.#isBusy) return;
    const isAsking = aside === 'asking' || this.#aside === 'asking';
    this.#aside = aside;
    this.#error = null;
    const { view } = this.#context;
    if (!isAsking) return view.focusHeading();
    view.requestUpdate();
    await view.updateComplete;
    // The pressed button disappears, so the focus is set again.
    view.root?.querySelector<HTMLElement>(aside === 'asking' ? '#ask' : '[part=secondary]')?.focus();
  }

  /**
   * A person without a phone may refuse the face check. Then a human decides, or the check ends and the site offers
   * another way.
   */
  async #refuse(): Promise<void> {
    const { messages, client, case: state, view } = this.#context;
    if (this.#isBusy) return;
    const signal = this.#signal;
    const text = shownText(view.root!);
    this.#turnBusy({ isBusy: true });
    try {
      const answer = {
        biometric: true,
        face: false,
        textVersion: REFUSAL_VERSION,
        locale: messages.tag,
        text,
      };
      await client.giveConsent(answer, { signal });
      this.#run.abort();
      const { id, withoutFace } = state!;
      if (withoutFace === 'cancel') this.#context.emit('idv-cancel', { caseId: id, reason: 'face_refused' });
      await this.#context.readCase(signal);
    } catch (error) {
      this.#fails(error, signal);
    }
    this.#turnBusy({ isBusy: false });
  }

  #turnBusy({ isBusy }: { isBusy: boolean }): void {
    this.#isBusy = isBusy;
    if (!this.#signal.aborted) this.#context.view.requestUpdate();
  }

  /** Reports a failure once, until an attempt succeeds. */
  #fails(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || this.#error) return;
    this.#error = this.#context.settle(error, signal);
    this.#context.view.requestUpdate();
  }
}

/** Adds the style sheet after those of the root; once. */
function adopt(root: ShadowRoot): void {
  const adopted = root.adoptedStyleSheets;
  const { styleSheet } = handoffStyles;
  if (!styleSheet || !adopted.includes(styleSheet)) adoptStyles(root, [...(adopted ?? []), handoffStyles]);
}

/** `latinDigits` of the form, written again: it would not fit into the first script, which steps may share. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++;
    return `${value}`;
  });
}
