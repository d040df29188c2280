import { all, one } from './dom.ts';
import { letGo } from './leaving.ts';

/** Removes a case from an open page once it is erased or claimed by another reviewer. */
export function watchCase(): void {
  const region = one<HTMLElement>('[data-case]');
  if (!region) return;
  const watch = setInterval(async () => {
    // A look that fails is repeated five seconds later.
    const answer = await fetch(`/desk/cases/${region.dataset['case']}/state?live=1`, {
      redirect: 'manual',
    }).catch(() => null);
    if (answer?.type === 'opaqueredirect') {
      letGo();
      location.reload();
    }
    if (answer?.status !== 410 && answer?.status !== 409) return;
    clearInterval(watch);
    // The title says it without its text.
    sayGone(
      answer.status === 410 ? 'This case was erased' : 'You no longer hold this case',
      await answer.text().catch(() => ''),
    );
  }, 5000);
}

function sayGone(title: string, text: string): void {
  const main = one<HTMLElement>('main')!;
  const heading = document.createElement('h1');
  heading.textContent = title;
  const why = document.createElement('p');
  why.textContent = text;
  const link = document.createElement('a');
  link.className = 'button';
  link.href = '/desk';
  link.textContent = 'To the queue';
  const card = document.createElement('section');
  card.className = 'card narrow';
  card.append(heading, why, link);
  const notes = all<HTMLInputElement>('input[name="note"]').map(({ value }) => value);
  const unsaved = notes.filter(Boolean).join('\n');
  if (unsaved && title !== 'This case was erased') {
    const note = document.createElement('textarea');
    note.readOnly = true;
    note.value = unsaved;
    note.setAttribute('aria-label', 'Your note, to copy');
    why.after(note);
  }
  main.replaceChildren(card);
  main.focus();
}

/** Releases the claim when the reviewer leaves by the navigation. */
export function releaseClaimOnLeaving(): void {
  const region = one<HTMLElement>('[data-case]');
  const token = one<HTMLInputElement>('input[name="token"]')?.value;
  if (!region || !token) return;
  for (const link of all<HTMLAnchorElement>('header a'))
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const body = new URLSearchParams({ token });
      const init = { method: 'POST', body, keepalive: true, redirect: 'manual' } as const;
      // The page is left: nobody could read of a failure, and the claim ends by itself.
      void fetch(`/desk/cases/${region.dataset['case']}/release`, init).catch(() => null);
    });
}
