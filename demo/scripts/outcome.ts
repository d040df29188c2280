import type { Outcome } from '../outcome.ts';
import { make, one } from './dom.ts';
import { follow } from './follow.ts';

// Keeps the page of an application up to date with what the back end hears.

const root = one('[data-outcome]');
const part = <Found extends HTMLElement>(name: string) => one<Found>(`[data-${name}]`, root);

follow('/outcome', part('stale'), (source) => {
  source.onmessage = ({ data }: MessageEvent<string>) => show(JSON.parse(data) as Outcome);
});

function show(outcome: Outcome): void {
  root.dataset['status'] = outcome.status;
  root.dataset['open'] = `${outcome.isOpen}`;
  write(part('title'), outcome.title);
  write(part('text'), outcome.text);
  const link = part<HTMLAnchorElement>('link');
  link.href = outcome.link.href;
  write(link, outcome.link.text);
  part('promise').dataset['kept'] = `${outcome.promise?.isKept ?? false}`;
  write(part('promise'), outcome.promise?.text ?? '');
  part('notices').replaceChildren(...outcome.notices.map(line));
}

/** Only what has changed is written: a live region would read it out again. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function line({ time, source, status }: Outcome['notices'][number]): HTMLElement {
  const item = make('li');
  item.append(make('time', {}, time), make('span', {}, source), make('code', {}, status));
  return item;
}
