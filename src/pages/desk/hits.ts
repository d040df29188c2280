import { all, one } from './dom.ts';

const hits = () => all<HTMLElement>('[data-hit]');

/** Marks the first hit that is open. */
export function markOpenHit(): HTMLElement | null {
  const open = hits().find((hit) => 'open' in hit.dataset) ?? null;
  mark(open ?? hits()[0]);
  return open;
}

export function moveHit(by: number): void {
  const list = hits();
  const at = list.findIndex((hit) => 'current' in hit.dataset);
  const next = list[Math.min(list.length - 1, Math.max(0, at + by))];
  mark(next);
  next?.scrollIntoView({ block: 'nearest' });
  next?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
}

function mark(hit: HTMLElement | undefined): void {
  for (const other of hits()) delete other.dataset['current'];
  if (hit) hit.dataset['current'] = '';
}

export const currentHit = () => one<HTMLElement>('[data-hit][data-current]');
