// The controls: what is chosen goes into the address and the code at once; what is only a matter of looks into the element too.
import { copy, tokens } from './code.js';

const form = document.querySelector('[data-controls]');
const widget = document.querySelector('idv-verify');
const snippets = document.querySelector('[data-snippets]');

/** The attributes of the element that a control sets, and what it writes for a value, if not the value itself. */
const ATTRIBUTES = {
  look: ['preset', { soft: null }],
  theme: ['theme', { auto: null }],
  language: ['locale', { auto: null }],
  camera: [
    'test-face',
    { any: null, test: 'auto', 'test-1': '1', 'test-2': '2', 'test-3': '3', real: 'none' },
  ],
};

form.addEventListener('change', async () => {
  const choice = Object.fromEntries(new FormData(form));
  const answer = await fetch(`/choice?${new URLSearchParams(choice)}`).catch(() => null);
  if (!answer?.ok) {
    document.querySelector('[data-said]').textContent =
      'The site does not answer: the code is the one from before';
    return;
  }
  const { query, snippets: parts } = await answer.json();
  history.replaceState(null, '', `${location.pathname}${query && '?'}${query}`);
  applyLooks(choice);
  for (const { id, code } of parts) {
    const block = snippets.querySelector(`[data-snippet="${id}"]`);
    block.textContent = code;
    void colour(block);
  }
});

function applyLooks(choice) {
  for (const [control, [name, written]] of Object.entries(ATTRIBUTES)) {
    const value = choice[control] in written ? written[choice[control]] : choice[control];
    if (value === null) widget?.removeAttribute(name);
    else widget?.setAttribute(name, value);
  }
  document.querySelector('[data-frame]')?.setAttribute('data-frame', choice.frame);
  if (choice.theme === 'auto') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', choice.theme);
}

for (const button of snippets.querySelectorAll('[data-copy]')) {
  button.onclick = async () => {
    const { textContent } = button.closest('.snippet').querySelector('pre');
    button.textContent = await copy(textContent);
    document.querySelector('[data-said]').textContent = button.textContent;
  };
}

async function colour(block) {
  const text = block.textContent;
  const parts = await tokens(text, block.dataset.language);
  // Another choice may have come meanwhile.
  if (block.textContent === text) block.replaceChildren(...parts);
}

for (const block of snippets.querySelectorAll('pre')) void colour(block);

// Tabs, after the pattern of the ARIA Authoring Practices: arrows move, the chosen one alone is in the order of Tab.
const tabs = [...document.querySelectorAll('[role=tab]')];
for (const [index, tab] of tabs.entries()) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  };
}
if (location.hash === '#try' || location.hash === '#code')
  choose(tabs.find(({ id }) => `#${id}` === location.hash));

function choose(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute('aria-selected', isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
  }
}
