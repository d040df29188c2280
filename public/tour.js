// The tour: five chapters, by itself or by keys. Every step can be repeated from any state, since a chapter begins anew with
// a page of its own and what comes before the step is done again.
import { Stage } from './stage.js';
import { chapters } from './tourSteps.js';

/** How long a step stands when the tour runs by itself. */
const STANDS_MS = 5_000;

const root = document.querySelector('[data-tour]');
const part = (name) => root.querySelector(`[data-${name}]`);
const frame = part('stage');
const channel = new BroadcastChannel('tour');
let running = new AbortController();
/** The step that stands: chapter and step, from 0; before the first -1. */
let at = [0, -1];
let isPlaying = false;
let hasKeys = true;

chapters.forEach(({ title }, index) => {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'small-button';
  button.textContent = `${index + 1} ${title}`;
  button.onclick = () => go(index, 0);
  item.append(button);
  part('chapters').append(item);
});

async function go(chapter, step) {
  const before = at;
  running.abort(new DOMException('Another step', 'AbortError'));
  running = new AbortController();
  const { signal } = running;
  const stage = new Stage(frame, signal);
  part('end').hidden = true;
  at = [chapter, step];
  const { steps } = chapters[chapter];
  // Straight on needs no beginning anew, if the step before has come to its end.
  const isNext = root.dataset.state === 'done' && before[0] === chapter && before[1] === step - 1;
  root.dataset.state = 'doing';
  try {
    for (let each = isNext ? step : 0; each <= step; each++) {
      show(chapter, step, steps[each].doing);
      await steps[each].act(stage);
    }
    listen();
    root.dataset.state = 'done';
    show(chapter, step, steps[step].say);
  } catch (error) {
    if (signal.aborted) return;
    root.dataset.state = 'failed';
    show(
      chapter,
      step,
      `That did not come to an end (${error.message}). Press r to begin anew, or → to go on.`,
    );
  }
  if (isPlaying && !signal.aborted) {
    const timer = setTimeout(() => forward(), STANDS_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}

function show(chapter, step, text) {
  part('say').textContent = text;
  const { title, steps } = chapters[chapter];
  part('place').textContent = `${title}, ${step + 1} of ${steps.length}`;
  for (const [index, item] of [...part('chapters').children].entries()) {
    if (index === chapter) item.firstChild.setAttribute('aria-current', 'step');
    else item.firstChild.removeAttribute('aria-current');
  }
  tellNotes();
}

function tellNotes() {
  const [chapter, step] = at;
  const { title, steps } = chapters[chapter];
  const now = steps[Math.max(0, step)];
  const next = steps[step + 1] ?? chapters[chapter + 1]?.steps[0];
  channel.postMessage({
    place: `${title}, ${step + 1} of ${steps.length}`,
    say: now.say,
    notes: now.notes,
    next: next?.doing ?? '',
  });
}

function forward() {
  const [chapter, step] = at;
  if (step + 1 < chapters[chapter].steps.length) return go(chapter, step + 1);
  if (chapter + 1 < chapters.length) return go(chapter + 1, 0);
  play(false);
}

function back() {
  const [chapter, step] = at;
  if (step > 0) return go(chapter, step - 1);
  if (chapter > 0) return go(chapter - 1, chapters[chapter - 1].steps.length - 1);
}

function reset() {
  running.abort(new DOMException('Reset', 'AbortError'));
  play(false);
  at = [0, -1];
  root.dataset.state = 'ready';
  part('end').hidden = true;
  part('blank').hidden = true;
  frame.contentWindow.location.replace('/larkspur');
  part('say').textContent = BEGIN;
  part('place').textContent = 'Five chapters';
  for (const item of part('chapters').children) item.firstChild.removeAttribute('aria-current');
}

const BEGIN = part('say').textContent;

function play(isOn) {
  isPlaying = isOn;
  part('play').setAttribute('aria-pressed', isOn);
  if (isOn) forward();
}

function present() {
  const isLarge = root.toggleAttribute('data-large');
  part('large').setAttribute('aria-pressed', isLarge);
}

const actions = {
  ArrowRight: forward,
  ArrowLeft: back,
  '.': () => {
    part('blank').hidden = !part('blank').hidden;
  },
  r: reset,
  p: () => play(!isPlaying),
  l: present,
};

function pressed(event) {
  if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
  // Typed text is no command, wherever it is typed.
  if (event.composedPath()[0].closest?.('input, select, textarea, [contenteditable]')) return;
  const action = /^[1-5]$/.test(event.key) ? () => go(Number(event.key) - 1, 0) : actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

/** Keys count in the stage too. A step can end before its page has loaded whole, so that this is asked for twice. */
function listen() {
  frame.contentWindow.addEventListener('keydown', pressed, { capture: true });
}

addEventListener('keydown', pressed, { capture: true });
frame.addEventListener('load', listen);
part('next').onclick = forward;
part('back').onclick = back;
part('reset').onclick = reset;
part('play').onclick = () => play(!isPlaying);
part('large').onclick = present;
part('notes').onclick = () => open('/tour/notes', 'notes', 'width=560,height=640');
part('keys').onchange = ({ target }) => {
  hasKeys = target.checked;
};
channel.onmessage = ({ data }) => {
  if (data === 'which') tellNotes();
};
// The stage comes after the words: they are there at once.
frame.contentWindow.location.replace('/larkspur');
root.dataset.state = 'ready';
