import { one, toast } from './dom.ts';
import { letGo } from './leaving.ts';
import { trust } from './trust.ts';

export function followQueue(): void {
  const region = one<HTMLElement>('[data-live]');
  const pause = one<HTMLElement>('[data-pause]');
  if (!region || !pause) return;
  pause.hidden = false;
  pause.addEventListener('click', () => {
    const isPaused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(isPaused));
  });
  setInterval(() => {
    const isPaused = pause.getAttribute('aria-pressed') === 'true';
    if (isPaused || document.hidden || region.contains(document.activeElement)) return;
    void refresh(region);
  }, 5000);
}

/** Shown while the queue cannot be refreshed. */
const STALE = 'The desk does not answer: this list may be out of date.';
let isStale = false;

async function refresh(region: HTMLElement): Promise<void> {
  // Without an answer the region says that it may be out of date.
  const answer = await fetch(region.dataset['live']!, { redirect: 'manual' }).catch(() => null);
  // The reviewer was signed out.
  if (answer?.type === 'opaqueredirect') {
    letGo();
    return location.reload();
  }
  // Without a whole answer the list says that it is old.
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  if (isStale !== (text === null)) toast(text === null ? STALE : '', { isLasting: true });
  isStale = text === null;
  if (text !== null) region.innerHTML = trust(text) as string;
}
