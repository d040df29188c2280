import { all, one, toast } from './dom.ts';

/**
 * What a reviewer has typed into the forms of a case and not sent. It stays in this tab: it is gone when the tab is closed,
 * with the decision, after a sign-out, and for anybody else who signs in.
 */
const PREFIX = 'desk-draft ';

const region = () => one<HTMLElement>('[data-draft-of]');
const FIELDS = 'input[name="note"], input[name="comment"], select[name="reason"], select[name="reasonCode"]';

function keyOf(form: HTMLFormElement): string {
  return `${PREFIX}${document.body.dataset['reviewer']} ${region()?.dataset['draftOf']} ${form.dataset['draft']}`;
}

const isText = (name: string) => name === 'note' || name === 'comment';

const forms = () => all<HTMLFormElement>('form[data-draft]');
const fieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(FIELDS),
];

/** Restores what was typed, and forgets what is no longer needed. */
export function keepDrafts(): void {
  forget();
  if (!region()) return;
  let isRestored = false;
  for (const form of forms()) {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}') as Record<string, string>;
    for (const field of fieldsOf(form)) {
      const text = draft[field.name];
      if (!text || field.value) continue;
      field.value = text;
      isRestored ||= isText(field.name);
    }
  }
  if (isRestored) toast('What you had typed is restored.');
}

/** Keeps drafts from now on. */
export function watchDrafts(): void {
  keepDrafts();
  document.addEventListener('submit', ({ target }) => {
    if (!(target as HTMLFormElement).action.endsWith('/sign-out')) return;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
  document.addEventListener('input', (event) => {
    const { form } = event.target as HTMLInputElement;
    if (!region() || !form || !('draft' in form.dataset)) return;
    const entries = fieldsOf(form).flatMap(({ name, value }) => (value ? [[name, value]] : []));
    if (entries.length === 0) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify(Object.fromEntries(entries)));
  });
}

/** Whether something is typed that would be lost with the tab. */
export function hasDraft(): boolean {
  return (
    region() !== null &&
    forms().some((form) => fieldsOf(form).some(({ name, value }) => isText(name) && value))
  );
}

/** Forgets the drafts of others and of this case once it is decided. */
function forget(): void {
  const own = `${PREFIX}${document.body.dataset['reviewer']} `;
  const decided = one<HTMLElement>('[data-decided]')?.dataset['decided'];
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const isOthers = document.body.dataset['reviewer'] !== undefined && !key.startsWith(own);
    if (isOthers || (decided && key.startsWith(`${own}${decided} `))) sessionStorage.removeItem(key);
  }
  dropResolved(own);
}

/** Drafts of hits that are resolved. */
function dropResolved(own: string): void {
  const id = region()?.dataset['draftOf'];
  const known = new Set(forms().map(keyOf));
  for (const key of Object.keys(sessionStorage))
    if (id && key.startsWith(`${own}${id} hit `) && one('#hits') && !known.has(key))
      sessionStorage.removeItem(key);
}
