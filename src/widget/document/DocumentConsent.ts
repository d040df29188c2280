import { html, type TemplateResult } from 'lit';
import type { FlowContext } from '../step/step.ts';
import { type DocumentTexts, documentTexts } from './documentTexts.ts';

type ConsentContext = Pick<FlowContext, 'messages' | 'view' | 'settle' | 'fail'>;

/** What a person agrees to who may be asked for a document, in the language of the screen. */
export class DocumentConsent {
  readonly #context: ConsentContext;
  readonly #signal: AbortSignal;
  #tag = '';
  #texts: DocumentTexts | null = null;

  constructor(context: ConsentContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
    context.view.requestUpdate();
  }

  /** @returns null until the texts are loaded: nobody agrees to what is not shown. */
  render(): TemplateResult | null {
    const { tag } = this.#context.messages;
    if (tag !== this.#tag) void this.#load(tag);
    const texts = this.#texts;
    if (!texts) return null;
    const { consentTitle, consentText, consentFace, consentKept, consentMark } = texts;
    return html`<div part="note" class="note">
      <h3>${consentTitle}</h3>
      ${[consentText, consentFace, consentKept, consentMark].map((text) => html`<p>${text}</p>`)}
    </div>`;
  }

  async #load(tag: string): Promise<void> {
    this.#tag = tag;
    this.#texts = null;
    try {
      const texts = await documentTexts(tag);
      if (tag !== this.#tag) return;
      this.#texts = texts;
      this.#context.view.requestUpdate();
    } catch (error) {
      this.#context.fail(error, this.#signal);
    }
  }
}
