import type { Choice } from '../choice.ts';
import type { Control } from '../scenarios.ts';
import type { Snippet } from '../snippets.ts';
import { copy, tokens } from './code.ts';
import { all, one } from './dom.ts';

// The controls: what is chosen goes into the address and the code at once; what is only a matter of looks into the element too.

const form = one<HTMLFormElement>('[data-controls]');
const widget = document.querySelector('idv-verify');
const snippets = one('[data-snippets]');
const status = one('[data-said]');

/** The attributes of the element that a control sets, and what it writes for a value, if not the value itself. */
const ATTRIBUTES: Partial<Record<Control, [string, Readonly<Record<string, string | null>>]>> = {
  look: ['preset', { soft: null }],
  theme: ['theme', { auto: null }],
  language: ['locale', { auto: null }],
  camera: [
    'test-face',
    { any: null, test: 'auto', 'test-1': '1', 'test-2': '2', 'test-3': '3', real: 'none' },
  ],
};

/** Code gets its colours once it is seen. */
const looked = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
    looked.unobserve(target);
    void colour(target as HTMLElement);
  }
});

form.addEventListener('change', () => void choose());

async function choose(): Promise<void> {
  const choice = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const answer = await read(choice);
  if (!answer) {
    status.textContent = 'The site does not answer: the code is the one from before';
    return;
  }
  // The scenario may have set some of them.
  Object.assign(choice, answer.choice);
  for (const select of all<HTMLSelectElement>('select', form)) {
    const control = select.name as Control;
    for (const option of select.options) option.disabled = !answer.allowed[control].includes(option.value);
    select.value = answer.choice[control];
  }
  one('[data-sets]', form).textContent = answer.sets;
  one('[data-ends]', form).textContent = answer.ends;
  history.replaceState(null, '', `${location.pathname}${answer.query && '?'}${answer.query}`);
  one<HTMLAnchorElement>('[data-project]').search = answer.query;
  applyLooks(choice);
  for (const { id, code } of answer.snippets) {
    const block = one(`[data-snippet="${id}"]`, snippets);
    block.textContent = code;
    looked.observe(block);
  }
}

interface ReadChoice {
  query: string;
  choice: Choice;
  /** The values that each control may have in the scenario. */
  allowed: Record<Control, readonly string[]>;
  /** What the scenario sets, and what the rules make of it, in words. */
  sets: string;
  ends: string;
  snippets: Pick<Snippet, 'id' | 'code'>[];
}

/** `null` if the site does not answer. */
async function read(choice: Record<string, string>): Promise<ReadChoice | null> {
  try {
    const response = await fetch(`/choice?${new URLSearchParams(choice)}`);
    return response.ok ? await response.json() : null;
  } catch {
    // The caller says that the site does not answer.
    return null;
  }
}

function applyLooks(choice: Record<string, string>): void {
  for (const [control, [name, written]] of Object.entries(ATTRIBUTES)) {
    const chosen = choice[control]!;
    const value = chosen in written ? written[chosen]! : chosen;
    if (value === null) widget?.removeAttribute(name);
    else widget?.setAttribute(name, value);
  }
  document.documentElement.dir = /^(ar|he|fa|ur)$/.test(choice['language']!) ? 'rtl' : '';
  document.querySelector('[data-frame]')?.setAttribute('data-frame', choice['frame']!);
  if (choice['theme'] === 'auto') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', choice['theme']!);
}

for (const button of all<HTMLButtonElement>('[data-copy]', snippets))
  button.onclick = async () => {
    const { textContent } = one('pre', button.closest('.snippet')!);
    button.textContent = await copy(textContent);
    status.textContent = button.textContent;
  };

async function colour(block: HTMLElement): Promise<void> {
  const text = block.textContent;
  const parts = await tokens(text, block.dataset['language']!);
  // Another choice may have come meanwhile.
  if (block.textContent === text) block.replaceChildren(...parts);
}

for (const block of all('pre', snippets)) looked.observe(block);

// Tabs, after the pattern of the ARIA Authoring Practices: arrows move, the chosen one alone is in the order of Tab.
const tabs = all('[role=tab]');
for (const [index, tab] of tabs.entries()) {
  tab.onclick = () => {
    open(tab);
    // Who asks for a part of a folded panel wants to see it.
    document.querySelector<HTMLElement>('[data-folded] [data-fold]')?.click();
  };
  tab.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length]!;
    open(next);
    next.focus();
  };
}
const named = tabs.find(({ id }) => ['#try', '#code'].includes(location.hash) && `#${id}` === location.hash);
if (named) open(named);

function open(chosen: HTMLElement): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute('aria-selected', `${isChosen}`);
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')!)!.hidden = !isChosen;
  }
}
