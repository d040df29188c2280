import { html } from 'hono/html';
import { type Choice, queryOf } from '../choice.ts';
import { snippetsOf } from '../snippets.ts';
import { controls, snippets } from './controls.ts';

const STATES = [
  ['requires_input', 'Input'],
  ['processing', 'Checks'],
  ['in_review', 'Review'],
  ['end', 'Decided'],
] as const;

/** The panel next to the page. `panel.js` adds the calls, from this visitor's own stream. */
export function panel(choice: Choice) {
  return html`<aside class="panel" lang="en" dir="ltr" aria-label="Behind the stage" data-panel>
    <header class="panel-head">
      <div class="tabs" role="tablist" aria-label="Behind the stage">
        <button type="button" role="tab" id="wire" aria-controls="wire-body" aria-selected="true">Wire</button>
        <button type="button" role="tab" id="try" aria-controls="try-body" aria-selected="false" tabindex="-1">Try</button>
        <button type="button" role="tab" id="code" aria-controls="code-body" aria-selected="false" tabindex="-1">Code</button>
      </div>
      <div class="panel-tools">
        <button type="button" class="small-button" data-pause aria-pressed="false">Pause</button>
        <button type="button" class="small-button" data-fold aria-expanded="true" aria-controls="panel-body">Fold</button>
      </div>
    </header>
    <div id="panel-body" class="panel-body" data-body>
    <div id="wire-body" class="panel-body" role="tabpanel" aria-labelledby="wire">
      <ol class="states" aria-label="States of the case">
        ${STATES.map(([state, name]) => html`<li data-state="${state}"><span>${name}</span></li>`)}
      </ol>
      <p class="panel-note" data-empty>No call yet. Each one appears here as it happens: secrets and personal values
        are masked in the demo’s server before they reach this page.</p>
      <p class="panel-note" role="status" data-stale></p>
      <form class="filter" role="search" data-filter>
        <input type="search" name="text" aria-label="Filter by path, event or status" placeholder="Filter: path, event, status">
        <select name="kind" aria-label="Kind of calls"><option value="">All</option><option value="page">Page</option><option value="backend">Back end</option><option value="webhook">Webhooks</option><option value="error">Errors</option></select>
      </form>
      <div class="lanes" aria-hidden="true"><span>Page</span><span>Back end</span><span>Service</span></div>
      <ol class="rows" data-rows aria-label="Calls"></ol>
    </div>
    <div id="try-body" class="scrolls" role="tabpanel" aria-labelledby="try" hidden>${controls(choice)}</div>
    <div id="code-body" class="scrolls" role="tabpanel" aria-labelledby="code" hidden>
      <p class="panel-note">What your site needs for this choice.</p>
      ${snippets(snippetsOf(choice), queryOf(choice))}
    </div>
    </div>
    <p class="sr-only" role="status" data-said></p>
  </aside>`;
}
