import { html } from 'hono/html';

const STATES = [
  ['requires_input', 'Input'],
  ['processing', 'Checks'],
  ['in_review', 'Review'],
  ['end', 'Decided'],
] as const;

/** The panel beside the stage: its calls come by `panel.js`, from the stream of this visitor alone. */
export function panel() {
  return html`<aside class="panel" aria-labelledby="wire" data-panel>
    <header class="panel-head">
      <h2 id="wire">On the wire</h2>
      <div class="panel-tools">
        <button type="button" data-pause aria-pressed="false">Pause</button>
        <button type="button" data-fold aria-expanded="true" aria-controls="wire-body">Fold</button>
      </div>
    </header>
    <div id="wire-body" class="panel-body" data-body>
      <ol class="states" aria-label="States of the case">
        ${STATES.map(([state, name]) => html`<li data-state="${state}"><span>${name}</span></li>`)}
      </ol>
      <p class="panel-note" data-empty>No call yet. Each one appears here as it happens: secrets and personal values
        are masked in the demo’s server before they reach this page.</p>
      <div class="lanes" aria-hidden="true"><span>Page</span><span>Back end</span><span>Service</span></div>
      <ol class="rows" data-rows aria-label="Calls"></ol>
    </div>
    <p class="sr-only" role="status" data-said></p>
  </aside>`;
}
