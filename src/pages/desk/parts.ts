import { all, one, toast } from './dom.ts';
import { keepDrafts } from './drafts.ts';
import { markOpenHit } from './hits.ts';
import { showKeys } from './keys.ts';
import { startTranscription } from './transcription.ts';
import { parsePage } from './trust.ts';

/** The parts of a case's page that change with a form. The faces stay as the reviewer has arranged them. */
const PARTS = ['[data-rest]', '[data-head]'] as const;

/** What the page leaves out if the request has this header: the places of the faces, which do not change. */
const PART_HEADER = { 'Desk-Part': 'rest' };

/** Sends the forms of a case without leaving its page; then shows what has changed, and goes on to what is next. */
export function sendParts(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !('part' in form.dataset)) return;
    event.preventDefault();
    void send(form, event.submitter);
  });
  countDown();
}

const SILENT = 'The desk does not answer. Your input is still here: try again.';
let isSending = false;

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (isSending) return;
  isSending = true;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  // Without a whole answer the form says so.
  const answer = await fetch(form.action, { method: 'POST', body, headers: PART_HEADER }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  isSending = false;
  if (!answer || text == null) return refuse(form, SILENT);
  const page = parsePage(text);
  if (new URL(answer.url).pathname.startsWith('/desk/sign-in')) return location.reload();
  const problem = page.querySelector('[data-problem]');
  if (problem) return refuse(form, problem.textContent ?? '');
  // The page of a proxy, or of a service that can't answer: nothing says that anything was saved.
  if (!answer.ok || !one(PARTS[0], page)) return refuse(form, SILENT);
  showParts(page);
  const { action } = form;
  if (action.endsWith('/judgement') && startTranscription())
    toast('Your judgement is saved. Now type what stands on the document.');
  else if (action.endsWith('/transcription'))
    focusOn('#read-title', one('#read-title')?.textContent ?? 'Saved.');
  else if (action.endsWith('/judgement'))
    focusOn('#own-title', 'Your judgement is saved. The measurements are shown.');
  else if (action.endsWith('/hits')) goOnFromHits(submitter);
  else if (action.endsWith('/comments')) focusOn('#story-title', 'Your comment is saved.');
  else if (action.endsWith('/undo')) focusOn('#decide-title', 'Undone. What you had entered is in the form.');
  else focusOn('#decided-title', one('#decided-title')?.textContent ?? 'Saved.');
}

/** Shows why a form was refused, beside it: what was entered stays. */
function refuse(form: HTMLFormElement, why: string): void {
  form.querySelector('[role="alert"]')?.remove();
  const alert = document.createElement('p');
  alert.className = 'refused';
  alert.setAttribute('role', 'alert');
  alert.textContent = why.trim();
  form.append(alert);
  alert.scrollIntoView({ block: 'nearest' });
}

function showParts(page: Document): void {
  for (const selector of PARTS) {
    const [now, then] = [one(selector), page.querySelector(selector)];
    if (now && then)
      now.replaceChildren(...[...then.childNodes].map((node) => document.importNode(node, true)));
  }
  for (const element of all<HTMLElement>('[data-needs-script]')) element.hidden = false;
  showKeys();
  keepDrafts();
  markOpenHit();
  countDown();
}

function goOnFromHits(submitter: HTMLElement | null): void {
  const open = all('[data-hit][data-open]').length;
  const isUnsure = submitter?.getAttribute('value') === 'unsure';
  const next = markOpenHit();
  const left =
    open === 0 ? 'No hit is open.' : `${open === 1 ? 'One hit is' : `${open} hits are`} still open.`;
  const said = `${isUnsure ? 'Marked as unsure.' : 'Saved.'} ${left}`;
  focusOn(next ? '[data-hit][data-current] h3' : '#decide-title', said);
}

function focusOn(selector: string, said: string): void {
  const element = one<HTMLElement>(selector);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start', behavior: 'instant' });
  toast(said);
}

const ASK_AGAIN_MS = 5000;
let clock: ReturnType<typeof setInterval> | undefined;

/** Counts down the time in which a decision can be undone; then shows what became of it. */
function countDown(): void {
  clearInterval(clock);
  const shown = one<HTMLElement>('[data-until]');
  if (!one('[data-pending]')) return;
  const end = Date.now() + Number(shown?.dataset['until'] ?? 1) * 1000;
  clock = setInterval(() => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (shown && left > 0) shown.textContent = `in ${left} s`;
    else {
      clearInterval(clock);
      void reload();
    }
  }, 1000);
}

async function reload(): Promise<void> {
  const init = { headers: PART_HEADER, redirect: 'manual' } as const;
  // Without a whole answer it is asked again.
  const answer = await fetch(location.pathname, init).catch(() => null);
  if (answer?.type === 'opaqueredirect') return location.reload();
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  const page = text == null ? null : parsePage(text);
  if (!page || !one(PARTS[0], page)) {
    toast('The desk does not answer: this page may be out of date.', { isLasting: true });
    clock = setTimeout(() => void reload(), ASK_AGAIN_MS);
    return;
  }
  const hadFocus = one('#decided')?.contains(document.activeElement) ?? false;
  showParts(page);
  if (one('[data-pending]')) return;
  toast('The decision has taken effect.');
  if (hadFocus) one<HTMLElement>('#decided-title, [data-head] h1')?.focus({ preventScroll: true });
}
