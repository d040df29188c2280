import type { GiveConsent } from '../../contract/consent.ts';
import type { DocumentConsent } from '../document/DocumentConsent.ts';
import type { ErrorReport } from '../events.ts';
import { loadLanguageData } from '../locales/loadLanguageData.ts';
import { shownText } from '../step/shownText.ts';
import type { FlowContext, WayBack } from '../step/step.ts';
import { whenOnline } from '../step/whenOnline.ts';
import { choiceView, faceView, refusalView, takenDetails } from './consentChoiceViews.ts';
import { consentFacts, lastItems } from './consentFacts.ts';
import { consentView } from './consentView.ts';
import { textHash } from './textHash.ts';

/** Version of the consent texts, recorded with the consent. Change it when their meaning changes. */
const CONSENT_VERSION = '2026-11-28';

type ChoiceContext = Pick<
  FlowContext,
  | 'messages'
  | 'client'
  | 'case'
  | 'site'
  | 'view'
  | 'emit'
  | 'preload'
  | 'readCase'
  | 'settle'
  | 'fail'
  | 'notice'
>;

/** The person's answer: consent to the check, and separate consent to the measurement of the face. */
type ConsentAnswer = Pick<GiveConsent, 'biometric'> & { face: boolean };

/** Asks for consent to the check, then to the measurement of the face. Sends the displayed text word for word. */
export class ConsentChoice {
  readonly #context: ChoiceContext;
  readonly #signal: AbortSignal;
  /**
   * The displayed text of the first question, after the person agreed to it: the face question follows. `null` before.
   */
  #agreed: string | null = null;
  /** Whether the person is asked to confirm the end of the verification. */
  #isAsking = false;
  #busy: ConsentAnswer | null = null;
  #error: ErrorReport | null = null;
  /** The consent to a document; `null` before it is loaded, `undefined` if none is asked for. */
  #document: DocumentConsent | null | undefined;

  constructor(context: ChoiceContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    if (context.case!.document.mode !== 'off') {
      this.#document = null;
      import('../document/DocumentConsent.ts').then(
        ({ DocumentConsent }) => {
          this.#document = new DocumentConsent(context, signal);
        },
        (error) => context.fail(error, signal),
      );
    }
    if (!context.site.siteName) context.notice('site_name_missing', 'Set the branding, or site-name.');
  }

  /** Returns from the face question to the first question; `null` there. */
  get back(): WayBack {
    if (this.#busy) return false;
    return this.#agreed === null ? null : () => this.#ask(null);
  }

  render() {
    const { messages, case: state } = this.#context;
    const parts = {
      messages,
      error: this.#error,
      busy: this.#busy,
      site: this.#context.site,
      withoutFace: state!.withoutFace,
    };
    const isFace = this.#agreed !== null;
    const refuse = () => this.#answer({ biometric: isFace, face: false });
    const refusal = this.#isAsking
      ? refusalView({ ...parts, stay: () => this.#turn({ isAsking: false }), refuse })
      : null;
    if (isFace) {
      const agree = () => this.#answer({ biometric: true, face: true });
      const decline = () => (state!.withoutFace === 'review' ? refuse() : this.#turn({ isAsking: true }));
      return faceView({ ...parts, agree, decline, refusal });
    }
    const document = this.#document?.layers;
    if (this.#document !== undefined && !document) return consentView(messages);
    const agree = () => this.#ask(this.#text());
    const decline = () => this.#turn({ isAsking: true });
    const detailsText = takenDetails(messages, state!.fields);
    const runsOn = this.#context.client.session!.baseUrl;
    const facts = consentFacts({ ...parts, case: state!, document, taken: detailsText, runsOn });
    const rest = choiceView({ ...parts, facts, agree, decline, refusal });
    return consentView(messages, [lastItems(messages, state!, document), rest]);
  }

  #text(): string {
    return shownText(this.#context.view.root!);
  }

  /** @param agreed the text that the person agreed to, to ask the face question; `null` for the first question. */
  #ask(agreed: string | null): void {
    this.#agreed = agreed;
    this.#isAsking = false;
    this.#error = null;
    this.#context.view.focusHeading();
  }

  async #turn({ isAsking }: { isAsking: boolean }): Promise<void> {
    if (this.#busy) return;
    this.#isAsking = isAsking;
    const { view } = this.#context;
    view.requestUpdate();
    await view.updateComplete;
    // The pressed button disappears, so the focus is set again.
    view.root?.querySelector<HTMLElement>(isAsking ? '#ask' : '[part=secondary]')?.focus();
  }

  async #answer(answer: ConsentAnswer): Promise<void> {
    if (this.#busy) return;
    const { messages, client, view } = this.#context;
    const text = [this.#agreed, this.#text()].filter(Boolean).join('\n');
    this.#busy = answer;
    this.#error = null;
    view.requestUpdate();
    loadLanguageData(messages.tag);
    try {
      const hash = await textHash(text);
      const shownTexts = { textVersion: CONSENT_VERSION, locale: messages.tag, text, ...hash };
      await client.giveConsent({ ...answer, ...shownTexts }, { signal: this.#signal });
      this.#given(answer);
      await this.#context.readCase(this.#signal);
    } catch (error) {
      this.#error = this.#context.settle(error, this.#signal);
      this.#busy = null;
      view.requestUpdate();
      if (this.#error?.code === 'offline') whenOnline(this.#signal, () => this.#answer(answer));
    }
  }

  #given({ biometric, face }: ConsentAnswer): void {
    const { id, withoutFace } = this.#context.case!;
    const goesOn = biometric && (face || withoutFace === 'review');
    if (goesOn) this.#context.preload('personal_details');
    else this.#context.emit('idv-cancel', { caseId: id, reason: biometric ? 'face_refused' : 'declined' });
  }
}
