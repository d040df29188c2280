import { make, one } from './dom.ts';
import { Sides } from './Sides.ts';
import { Stage } from './Stage.ts';
import { chapters } from './tourSteps.ts';

// The tour: chapters, by itself or by keys. Every step can be repeated from any state, since a chapter begins anew with
// a page of its own and what comes before the step is done again.

/** How long a step stands when the tour runs by itself. */
const STANDS_MS = 5_000;

const root = one('[data-tour]');
const part = <Found extends HTMLElement = HTMLElement>(name: string) => one<Found>(`[data-${name}]`, root);
const frame = part<HTMLIFrameElement>('stage');
const stageWindow = () => frame.contentWindow!;
const channel = new BroadcastChannel('tour');
const sides = new Sides(root);
let running = new AbortController();
/** The step that stands: chapter and step, from 0; before the first -1. */
let at: [chapter: number, step: number] = [0, -1];
let isPlaying = false;
let hasKeys = true;

chapters.forEach(({ title }, index) => {
  const item = make('li');
  const button = make('button', { type: 'button', class: 'small-button' }, `${index + 1} ${title}`);
  button.onclick = () => void go(index, 0);
  item.append(button);
  part('chapters').append(item);
});

async function go(chapter: number, step: number): Promise<void> {
  const before = at;
  running.abort(new DOMException('Another step', 'AbortError'));
  running = new AbortController();
  const { signal } = running;
  const stage = new Stage(frame, sides, signal);
  part('end').hidden = true;
  at = [chapter, step];
  const { steps, sides: beside = [] } = chapters[chapter]!;
  sides.show(beside);
  // Straight on needs no beginning anew, if the step before has come to its end.
  const isNext = root.dataset['state'] === 'done' && before[0] === chapter && before[1] === step - 1;
  root.dataset['state'] = 'doing';
  try {
    for (let each = isNext ? step : 0; each <= step; each++) {
      show(chapter, step, steps[each]!.doing);
      await steps[each]!.act(stage);
    }
    stage.frame(steps[step]!.frames);
    listen();
    root.dataset['state'] = 'done';
    show(chapter, step, steps[step]!.say);
  } catch (error) {
    if (signal.aborted) return;
    root.dataset['state'] = 'failed';
    show(
      chapter,
      step,
      `That did not come to an end (${error instanceof Error ? error.message : error}). Press r to begin anew, or → to go on.`,
    );
  }
  if (isPlaying && !signal.aborted) {
    const timer = setTimeout(() => forward(), STANDS_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}

function show(chapter: number, step: number, text: string): void {
  part('say').textContent = text;
  const { title, steps } = chapters[chapter]!;
  part('place').textContent = `${title}, ${step + 1} of ${steps.length}`;
  for (const [index, item] of [...part('chapters').children].entries()) {
    if (index === chapter) item.firstElementChild!.setAttribute('aria-current', 'step');
    else item.firstElementChild!.removeAttribute('aria-current');
  }
  tellNotes();
}

function tellNotes(): void {
  const [chapter, step] = at;
  const { title, steps } = chapters[chapter]!;
  const now = steps[Math.max(0, step)]!;
  const next = steps[step + 1] ?? chapters[chapter + 1]?.steps[0];
  channel.postMessage({
    place: `${title}, ${step + 1} of ${steps.length}`,
    say: now.say,
    notes: now.notes,
    next: next?.doing ?? '',
  });
}

function forward(): void {
  const [chapter, step] = at;
  if (step + 1 < chapters[chapter]!.steps.length) void go(chapter, step + 1);
  else if (chapter + 1 < chapters.length) void go(chapter + 1, 0);
  else play({ isOn: false });
}

function back(): void {
  const [chapter, step] = at;
  if (step > 0) void go(chapter, step - 1);
  else if (chapter > 0) void go(chapter - 1, chapters[chapter - 1]!.steps.length - 1);
}

function reset(): void {
  running.abort(new DOMException('Reset', 'AbortError'));
  play({ isOn: false });
  at = [0, -1];
  root.dataset['state'] = 'ready';
  part('end').hidden = true;
  part('blank').hidden = true;
  stageWindow().location.replace('/larkspur');
  part('say').textContent = BEGIN;
  part('place').textContent = PLACE;
  sides.show([]);
  for (const item of part('chapters').children) item.firstElementChild!.removeAttribute('aria-current');
}

const BEGIN = part('say').textContent;
const PLACE = part('place').textContent;

function play({ isOn }: { isOn: boolean }): void {
  isPlaying = isOn;
  part('play').setAttribute('aria-pressed', `${isOn}`);
  if (isOn) forward();
}

function present(): void {
  const isLarge = root.toggleAttribute('data-large');
  part('large').setAttribute('aria-pressed', `${isLarge}`);
}

/** On the whole screen nothing but the tour is seen. */
async function fill(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}

const actions: Readonly<Record<string, () => void>> = {
  ArrowRight: forward,
  ArrowLeft: back,
  '.': () => {
    part('blank').hidden = !part('blank').hidden;
  },
  r: reset,
  p: () => play({ isOn: !isPlaying }),
  l: present,
  f: () => void fill(),
};

function pressed(event: KeyboardEvent): void {
  if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
  // Typed text is no command, wherever it is typed.
  const [target] = event.composedPath() as Partial<HTMLElement>[];
  if (target?.closest?.('input, select, textarea, [contenteditable]')) return;
  const chapter = Number(event.key) - 1;
  const action = chapters[chapter] ? () => void go(chapter, 0) : actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

/** Keys count in the stage too. A step can end before its page has loaded whole, so that this is asked for twice. */
function listen(): void {
  stageWindow().addEventListener('keydown', pressed, { capture: true });
}

addEventListener('keydown', pressed, { capture: true });
frame.addEventListener('load', () => {
  // The tour has a header of its own.
  frame.contentDocument?.documentElement.toggleAttribute('data-staged', true);
  listen();
});
part('next').onclick = forward;
part('back').onclick = back;
part('reset').onclick = reset;
part('play').onclick = () => play({ isOn: !isPlaying });
part('large').onclick = present;
part('full').onclick = () => void fill();
addEventListener('fullscreenchange', () => {
  const isFull = document.fullscreenElement !== null;
  root.toggleAttribute('data-full', isFull);
  part('full').setAttribute('aria-pressed', `${isFull}`);
});
part('notes').onclick = () => void open('/tour/notes', 'notes', 'width=560,height=640');
const keys = part<HTMLInputElement>('keys');
keys.onchange = () => {
  hasKeys = keys.checked;
};
channel.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (data === 'which') tellNotes();
};
// The stage comes after the words: they are there at once. A small screen has none.
if (root.checkVisibility()) stageWindow().location.replace('/larkspur');
root.dataset['state'] = 'ready';
