import { one, toast } from './dom.ts';
import { letGo } from './leaving.ts';

/** Delay after a failed report of activity. */
const AGAIN_MS = 10_000;

/** Blurs faces after a minute without activity, and asks two minutes before the session ends. */
export function watchIdleness(): void {
  const idleMs = Number(document.body.dataset['idleMinutes']) * 60_000;
  if (!idleMs) return;
  const dialog = one<HTMLDialogElement>('#idle-warning');
  const problem = one<HTMLElement>('[data-stay-problem]');
  let active = Date.now();
  /** The time up to which the desk knows of activity: the session ends that much later. */
  let knownAt = active;
  let nextReport = active + 60_000;
  for (const type of ['pointermove', 'keydown', 'pointerdown'])
    addEventListener(type, () => {
      active = Date.now();
      if (document.hasFocus() && one('[data-tool="blur"]')?.getAttribute('aria-pressed') !== 'true')
        document.body.classList.remove('blurred');
    });
  const report = async () => {
    const askedAt = Date.now();
    nextReport = askedAt + 60_000;
    const isKnown = await stay();
    if (problem) problem.hidden = isKnown;
    if (!isKnown) {
      nextReport = Date.now() + AGAIN_MS;
      return;
    }
    knownAt = askedAt;
    if (dialog?.open) dialog.close();
  };
  one('[data-stay]')?.addEventListener('click', () => void report());
  setInterval(() => {
    const now = Date.now();
    if (now - active > 60_000) document.body.classList.add('blurred');
    if (active > knownAt && now > nextReport) void report();
    if (now - knownAt > idleMs - 120_000 && dialog && !dialog.open) dialog.showModal();
    if (now - knownAt > idleMs) {
      letGo();
      // The desk leads to the sign-in, and back to this page.
      location.reload();
    }
  }, 1000);
}

/** Reports activity. @returns whether the desk has renewed the session. */
async function stay(): Promise<boolean> {
  const shown = one<HTMLElement>('[data-case]')?.dataset['case'] ?? '';
  const answer = await fetch(`/desk/stay?case=${shown}`).catch(() => null);
  // The session has ended: the page leads to the sign-in.
  if (answer?.redirected) {
    letGo();
    location.reload();
  }
  return answer?.ok === true && !answer.redirected;
}

/** Reminds of a break, once in each tab. The time is counted over all pages of the tab. */
export function remindOfBreak(): void {
  if (document.body.dataset['breaks'] !== 'on') return;
  const began = Number(sessionStorage.getItem('desk-began')) || Date.now();
  sessionStorage.setItem('desk-began', String(began));
  const left = Math.max(0, began + 45 * 60_000 - Date.now());
  setTimeout(() => {
    sessionStorage.removeItem('desk-began');
    toast('45 minutes: time for a break.', { isLasting: true });
  }, left);
}
