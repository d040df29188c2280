import { all, one, toast } from './dom.ts';
import { moveHit } from './pictures.ts';

export function showKeys(): void {
  for (const element of all<HTMLElement>('[data-action][data-key]')) {
    const label = element.querySelector('kbd') ?? element.closest('label')?.querySelector('kbd');
    const key = keyOf(element);
    if (label && key) label.textContent = key;
    if (key && key !== 'Enter') element.setAttribute('aria-keyshortcuts', key);
  }
}

/** Single-key shortcuts: never with a modifier, in a field, or when switched off (WCAG 2.2, 2.1.4). */
export function listenForKeys(): void {
  if (document.body.dataset['keys'] === 'off') return;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    const target = event.target as HTMLElement;
    if (isTyped(target) || one('dialog[open]')) return;
    if (event.key === (keyMap()['help'] ?? '?')) return openHelp(event);
    if (event.key === (keyMap()['hit-next'] ?? 'j')) return moveHit(1);
    if (event.key === (keyMap()['hit-previous'] ?? 'k')) return moveHit(-1);
    const hit = one<HTMLElement>('[data-hit][data-current]');
    const buttons = hit ? [...hit.querySelectorAll<HTMLElement>('[data-action]')] : [];
    const element = [...buttons, ...all<HTMLElement>('[data-action]')].find(
      (candidate) => keyOf(candidate) === event.key && isShown(candidate),
    );
    if (!element || event.key === 'Enter') return;
    event.preventDefault();
    press(element);
  });
}

function isTyped(target: HTMLElement): boolean {
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return (
    target.tagName === 'INPUT' &&
    !/^(radio|checkbox|button|submit|range)$/.test((target as HTMLInputElement).type)
  );
}

/** One key selects an option, and submits the form if it is complete. If the reason is missing, focuses the reasons. */
function press(element: HTMLElement): void {
  if (element.tagName === 'INPUT') {
    const input = element as HTMLInputElement;
    input.focus();
    if (input.type === 'radio') input.checked = true;
    return;
  }
  const form = (element as HTMLButtonElement).form;
  const missing = form?.querySelector<HTMLElement>('select:required:invalid');
  element.focus();
  if (missing && !element.hasAttribute('formnovalidate')) {
    missing.focus();
    toast('Choose a reason, then press Enter.');
    form!.dataset['pressed'] = element.getAttribute('value') ?? '';
    return;
  }
  element.click();
}

/** Enter in the list of reasons submits with the button that was pressed before. */
export function sendByReason(): void {
  for (const select of all<HTMLSelectElement>('form select[name^="reason"]')) {
    select.addEventListener('keydown', (event) => {
      const form = select.form;
      if (event.key !== 'Enter' || !form || !select.value) return;
      event.preventDefault();
      const value = form.dataset['pressed'];
      const buttons = [...form.querySelectorAll<HTMLButtonElement>('button')];
      const button =
        buttons.find((candidate) => (candidate.getAttribute('value') ?? '') === value) ?? buttons[0];
      button?.click();
    });
  }
}

function openHelp(event: Event): void {
  event.preventDefault();
  const list = one<HTMLElement>('[data-key-list]');
  const dialog = one<HTMLDialogElement>('#keys-help');
  if (!list || !dialog) return;
  const lines = all<HTMLElement>('[data-action][data-key]')
    .filter(isShown)
    .map((element) => {
      const item = document.createElement('li');
      const label =
        element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
      item.textContent = `${keyOf(element)}: ${(label ?? '').replace(/\s+/g, ' ').trim().replace(/\s\S$/, '')}`;
      return item;
    });
  list.replaceChildren(...lines);
  dialog.showModal();
}

function keyMap(): Record<string, string> {
  return JSON.parse(document.body.dataset['keyMap'] ?? '{}') as Record<string, string>;
}

function keyOf(element: HTMLElement): string | undefined {
  return keyMap()[element.dataset['action'] ?? ''] ?? element.dataset['key'];
}

function isShown(element: HTMLElement): boolean {
  return element.offsetParent !== null;
}
