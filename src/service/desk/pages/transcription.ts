import { html } from 'hono/html';
import type { DocumentSide, TranscribedField } from '../../../contract/documentCheck.ts';
import { stateNames, TRANSCRIBED } from '../../details/transcription.ts';
import type { DueTranscription } from '../../reviews/transcribeDocument.ts';
import type { CaseView } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';

export const TRANSCRIBED_NAMES: Record<TranscribedField, string> = {
  familyName: 'Family name',
  givenName: 'Given names',
  dateOfBirth: 'Date of birth',
  number: 'Document number',
  expiresOn: 'Expires',
  issuingState: 'Issuing state',
};

const HINTS: Partial<Record<TranscribedField, string>> = {
  dateOfBirth: 'such as 31.12.85',
  number: 'no personal number',
  issuingState: 'name or code',
};

export const SIDES: Record<DocumentSide, string> = { front: 'Front', back: 'Back' };

/**
 * The form for a document that no machine could read, or whose lines are in doubt, beside its pictures: before anything that
 * somebody typed or a machine read. Its words are the same for both.
 */
export function transcriptionSection({ session, row }: CaseView, { pictures }: DueTranscription): Html {
  const field = (name: TranscribedField, index: number) => {
    const hint = HINTS[name];
    return html`<div class="transcribed"><label>${TRANSCRIBED_NAMES[name]}${hint ? html` <span class="small">${hint}</span>` : ''}
        <input name="${name}" maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" dir="auto" ${index === 0 ? html`autofocus` : ''} ${name === 'issuingState' ? html`list="states"` : ''}></label>
      <label class="tick small"><input type="checkbox" name="skip" value="${name}"> <span>can’t be read<span class="unseen">: ${TRANSCRIBED_NAMES[name]}</span></span></label></div>`;
  };
  return html`<section class="card" id="transcription" aria-labelledby="transcribe-title">
    <h2 id="transcribe-title" tabindex="-1">Type what stands on the document</h2>
    <p class="small">No machine has read it without doubt. Type from the pictures alone: what the person entered, and what a machine read, if anything, is shown afterwards. Tick what can’t be read or isn’t there.
      <span data-needs-script hidden><kbd>Enter</kbd> goes on; in an empty field it ticks the box.</span></p>
    <div class="transcribe">
      <div class="pages" role="group" aria-label="Pictures of the document" data-pages>
        <label class="small" data-needs-script hidden>Zoom <input type="range" min="1" max="5" step="0.5" value="1" data-page-zoom></label>
        ${pictures.map(({ side, n }) => {
          const url = `/desk/cases/${row.id}/document/${side}/${n}`;
          const name = `${SIDES[side]}, picture ${n + 1}`;
          // Of several pictures of a side the first is shown.
          return n > 0
            ? html`<details><summary>${name}</summary><div class="page"><img loading="lazy" src="${url}" alt="${name}" draggable="false"></div></details>`
            : html`<div class="page" tabindex="0" role="group" aria-label="${name}"><img src="${url}" alt="${name}" draggable="false"></div>`;
        })}</div>
      <form method="post" action="/desk/cases/${row.id}/transcription" data-part data-transcribe>${tokenField(session)}
        <input type="hidden" name="expectedVersion" value="${row.version}">
        ${TRANSCRIBED.map(field)}
        <datalist id="states">${stateNames.map((name) => html`<option value="${name}"></option>`)}</datalist>
        <button class="primary">Save and compare</button>
      </form></div></section>`;
}
