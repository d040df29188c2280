import { html } from 'hono/html';
import { brands } from '../brands.ts';
import { allowedBy, type Choice, endOf, languages, options } from '../choice.ts';
import { type Control, groups, scenarios } from '../scenarios.ts';
import type { Snippet } from '../snippets.ts';

const LABELS: Record<Control, string> = {
  scenario: 'What happens',
  camera: 'Camera',
  brand: 'Site',
  look: 'Look',
  theme: 'Colours',
  language: 'Language',
  mode: 'Place',
  frame: 'Screen',
  fields: 'Details',
  prefill: 'Known already',
  document: 'Document',
  attempts: 'Selfies at most',
  age: 'Youngest age',
  spoof: 'A suspected picture of a picture',
};

const WORDS: Partial<Record<Control, Record<string, string>>> = {
  brand: Object.fromEntries(Object.values(brands).map(({ id, name }) => [id, name])),
  camera: {
    any: 'The visitor chooses',
    test: 'Test face: any of the three',
    'test-1': 'Test face: the young woman',
    'test-2': 'Test face: the bearded man',
    'test-3': 'Test face: the elderly woman',
    real: 'Real camera alone',
  },
  look: { soft: 'Soft', sharp: 'Sharp', plain: 'Plain' },
  theme: { auto: 'As the device', light: 'Light', dark: 'Dark' },
  mode: { inline: 'In the page', modal: 'In a dialog' },
  frame: { full: 'Full width', phone: 'Phone' },
  fields: { usual: 'As usual', few: 'Name and birthday', many: 'With email and phone' },
  prefill: { no: 'Nothing', yes: 'All details' },
  document: { require: 'Asked for', offer: 'Offered', off: 'Not asked for' },
  spoof: { review: 'A reviewer decides', decline: 'Declined' },
};

/** Controls with long labels. */
const WIDE: Control[] = ['scenario', 'camera', 'spoof'];

/** The rules of the case: a site sets them when it creates one. */
const RULES: Control[] = ['fields', 'document', 'attempts', 'age', 'spoof'];

/** All controls as a form, which works without a script. Its URL contains the choice. */
export function controls(choice: Choice) {
  const control = (name: Control) => html`<label class="control ${WIDE.includes(name) ? 'wide' : ''}">
        <span>${LABELS[name]}</span>
        <select name="${name}">${name === 'scenario' ? scenarioGroups(choice) : optionsOf(name, choice)}</select>
      </label>`;
  const others = (Object.keys(LABELS) as Control[]).filter((name) => !RULES.includes(name));
  return html`<form class="controls" method="get" action="/open" data-controls>
    ${others.slice(0, 1).map(control)}
    <fieldset class="rules wide"><legend>Rules</legend>${RULES.map(control)}
      <p class="wide" role="status">It will be: <strong data-ends>${endOf(choice).ends}</strong></p></fieldset>
    ${others.slice(1).map(control)}
    <p class="panel-note wide" data-sets>${setsOf(choice)}</p>
    <button class="button wide">Start with this</button>
    <p class="panel-note wide">The address of this page holds the whole choice: send it to somebody.</p>
  </form>`;
}

/** A value with which the scenario would not do what it says cannot be chosen. */
function optionsOf(control: Control, choice: Choice) {
  const allowed = allowedBy(choice.scenario, control);
  return options[control].map(
    (value) =>
      html`<option value="${value}" ${value === choice[control] ? html`selected` : ''} ${allowed.includes(value) ? '' : html`disabled`}>${wordOf(control, value)}</option>`,
  );
}

function scenarioGroups(choice: Choice) {
  return Object.entries(groups).map(
    ([id, name]) =>
      html`<optgroup label="${name}">${Object.entries(scenarios)
        .filter(([, { group }]) => group === id)
        .map(
          ([value]) =>
            html`<option value="${value}" ${value === choice.scenario ? html`selected` : ''}>${wordOf('scenario', value)}</option>`,
        )}</optgroup>`,
  );
}

/** What the scenario sets by itself, in words; empty if it sets nothing. */
export function setsOf({ scenario }: Choice): string {
  const needs = Object.entries(scenarios[scenario]!.needs ?? {}) as [Control, readonly string[]][];
  const parts = needs.map(
    ([control, values]) =>
      `${LABELS[control]}: ${values.map((value) => wordOf(control, value)).join(' or ')}`,
  );
  return parts.length > 0 ? `This scenario needs ${parts.join('; ')}. What contradicts it is set to it.` : '';
}

function wordOf(control: Control, value: string): string {
  if (control === 'scenario') return `${scenarios[value]!.name}: ${scenarios[value]!.ends}`;
  if (control === 'language')
    return value === 'auto' ? 'As the browser' : (languageNames.get(value) ?? value);
  return WORDS[control]?.[value] ?? value;
}

/** The name of each language in that language. Computed once, because it takes a while. */
const languageNames = new Map(
  languages.map((tag) => {
    const name =
      new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
    return [tag, `${name.slice(0, 1).toLocaleUpperCase(tag)}${name.slice(1)}`];
  }),
);

/** The code for the choice, in parts. */
export function snippets(parts: Snippet[], query: string) {
  return html`<p class="panel-actions"><a class="button" href="/project.zip${query && `?${query}`}" download data-project>Download as project</a>
      <span class="panel-note">One page, one file of server, JavaScript: npm install, npm start.</span></p>
    <div data-snippets>${parts.map(
      ({ id, name, code, language }) => html`<section class="snippet" aria-labelledby="code-${id}">
      <header><h3 id="code-${id}">${name}</h3><button type="button" class="small-button" data-copy>Copy</button></header>
      <pre class="code" tabindex="0" data-snippet="${id}" data-language="${language}">${code}</pre>
    </section>`,
    )}</div>`;
}
