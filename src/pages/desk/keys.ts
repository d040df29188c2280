import { all, one, toast } from './dom.ts';
import { currentHit, moveHit } from './hits.ts';

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
    const hit = currentHit();
    const buttons = hit ? [...hit.querySelectorAll<HTMLElement>('[data-action]')] : [];
    const element = [...buttons, ...all<HTMLElement>('[data-action]')].find(
      (candidate) => keyOf(candidate) === event.key && isShown(candidate),
    );
    if (!element || event.key === 'Enter') return;
    event.preventDefault();
    press(element);
  });
  document.addEventListener('keydown', chooseByNumber);
  document.addEventListener('keydown', sendByReason);
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
    form!.dataset['pressed'] = element.getAttribute('value') ?? '';
    listReasons(missing as HTMLSelectElement, (element.textContent ?? '').replace(/\s\S$/, '').trim());
    missing.focus();
    const isSent = 'sends' in element.dataset;
    form!.dataset['sends'] = isSent ? 'yes' : '';
    toast(isSent ? 'Press the number of the reason.' : 'Press the number of the reason, then Enter.');
    return;
  }
  element.click();
}

/** Lists the reasons with their numbers below the field. */
function listReasons(select: HTMLSelectElement, act: string): void {
  for (const list of all('[data-reasons]')) list.remove();
  const list = document.createElement('ol');
  list.dataset['reasons'] = '';
  list.className = 'reasons';
  list.setAttribute('aria-label', `Reasons: ${act}`);
  for (const [index, option] of reasonsOf(select).entries()) {
    const item = document.createElement('li');
    const key = document.createElement('kbd');
    key.textContent = String(index + 1);
    item.append(key, ` ${option.text}`);
    item.addEventListener('click', () => choose(select, option));
    list.append(item);
  }
  select.closest('label')?.after(list);
}

const reasonsOf = (select: HTMLSelectElement) => [...select.options].filter(({ value }) => value).slice(0, 9);

/** A number in a field of reasons chooses one, once a key has opened their list. Where a slip can be taken back, it sends. */
function chooseByNumber(event: KeyboardEvent): void {
  const select = event.target as HTMLSelectElement;
  if (!one('[data-reasons]') || !select.matches?.('select[name^="reason"]') || !/^[1-9]$/.test(event.key))
    return;
  const option = reasonsOf(select)[Number(event.key) - 1];
  if (!option) return;
  event.preventDefault();
  choose(select, option);
}

function choose(select: HTMLSelectElement, option: HTMLOptionElement): void {
  select.value = option.value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  if (select.form?.dataset['sends'] === 'yes') pressedButton(select.form)?.click();
  else select.focus();
}

function pressedButton(form: HTMLFormElement): HTMLButtonElement | undefined {
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button')];
  const value = form.dataset['pressed'];
  return buttons.find((candidate) => (candidate.getAttribute('value') ?? '') === value) ?? buttons[0];
}

/** Enter in the list of reasons sends with the button that was pressed before. */
function sendByReason(event: KeyboardEvent): void {
  const select = event.target as HTMLSelectElement;
  if (event.key !== 'Enter' || !select.matches?.('form select[name^="reason"]') || !select.value) return;
  event.preventDefault();
  pressedButton(select.form!)?.click();
}

function openHelp(event: Event): void {
  event.preventDefault();
  const list = one<HTMLElement>('[data-key-list]');
  const dialog = one<HTMLDialogElement>('#keys-help');
  if (!list || !dialog) return;
  const shown = all<HTMLElement>('[data-action][data-key]')
    .filter(isShown)
    .map((element) => {
      const label =
        element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
      return `${keyOf(element)}: ${(label ?? '').replace(/\s+/g, ' ').trim().replace(/\s\S$/, '')}`;
    });
  const map = keyMap();
  const hits = one('[data-hit]')
    ? [`${map['hit-next'] ?? 'j'}: Next hit`, `${map['hit-previous'] ?? 'k'}: Previous hit`]
    : [];
  const rest = [
    ...(one('form[data-part]')
      ? ['1 – 9: the reason, after the key of a decision', 'Enter: send the form']
      : []),
    ...(one('[data-viewer]') ? ['Arrows: move both pictures, in a zoomed picture', 'Esc: end flip'] : []),
    `${map['help'] ?? '?'}: These keys`,
  ];
  const lines = [...new Set([...shown, ...hits, ...rest])].map((text) => {
    const item = document.createElement('li');
    item.textContent = text;
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
