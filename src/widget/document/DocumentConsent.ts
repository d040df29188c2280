import { html, svg, type TemplateResult } from 'lit';
import type { FlowContext } from '../step/step.ts';
import { icon } from '../templates/icon.ts';
import { type DocumentTexts, documentTexts } from './documentTexts.ts';

type ConsentContext = Pick<FlowContext, 'messages' | 'view' | 'settle' | 'fail'>;

/** What the two layers of the consent say of a document. */
export type DocumentLayers = Record<'item' | 'facts', TemplateResult>;

const card = svg`<rect x="3" y="5" width="18" height="14" rx="2" /><path d="M7 10h4M7 14h8" />`;

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

  /**
   * The item of the first layer and the sentences of the folded one. `null` until the texts are loaded: nobody agrees to
   * what is not shown.
   */
  get layers(): DocumentLayers | null {
    const { tag } = this.#context.messages;
    if (tag !== this.#tag) void this.#load(tag);
    const texts = this.#texts;
    if (!texts) return null;
    const { consentTitle, consentText, consentFace, consentKept, consentMark } = texts;
    return {
      item: html`<li><span class="bubble">${icon('document', card)}</span><strong>${consentTitle}</strong></li>`,
      facts: html`
        <h3>${consentTitle}</h3>
        ${[consentText, consentFace, consentKept, consentMark].map((text) => html`<p>${text}</p>`)}
      `,
    };
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
