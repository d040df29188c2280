import { all, one } from './dom.ts';
import { hasDraft } from './drafts.ts';

let isSure = false;

/** Lets the page be left without a question: drafts stay in the tab. */
export function letGo(): void {
  isSure = true;
}

/** Asks before a case is left with typed text that no decision has taken. */
export function askBeforeLeaving(): void {
  const dialog = one<HTMLDialogElement>('#leave-warning');
  if (!dialog) return;
  let goOn = () => {};
  addEventListener('beforeunload', (event) => {
    if (!isSure && hasDraft()) event.preventDefault();
  });
  const ask = (event: Event, then: () => void) => {
    if (isSure || !hasDraft()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    goOn = then;
    dialog.showModal();
  };
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if ('part' in form.dataset || form.method === 'dialog') return;
      ask(event, () => form.requestSubmit((event as SubmitEvent).submitter));
    },
    { capture: true },
  );
  for (const link of all<HTMLAnchorElement>('header.bar a'))
    link.addEventListener('click', (event) => ask(event, () => link.click()), { capture: true });
  one('[data-leave]')?.addEventListener('click', () => {
    letGo();
    dialog.close();
    goOn();
  });
}
