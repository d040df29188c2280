// Elements of the desk's pages.

export function all<Kind extends Element>(selector: string): Kind[] {
  return [...document.querySelectorAll<Kind>(selector)];
}

export function one<Kind extends Element>(selector: string, within: ParentNode = document): Kind | null {
  return within.querySelector<Kind>(selector);
}

/** How long a message is shown. Screen readers have said it by then. */
const SHOWN_MS = 8000;
let shown: ReturnType<typeof setTimeout> | undefined;

/** Shows and announces a message. @param isLasting whether it stays until the next one. */
export function toast(text: string, { isLasting = false } = {}): void {
  const element = one<HTMLElement>('[data-toast]');
  if (!element) return;
  clearTimeout(shown);
  element.textContent = text;
  if (!isLasting) shown = setTimeout(() => (element.textContent = ''), SHOWN_MS);
}
