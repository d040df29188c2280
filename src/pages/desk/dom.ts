// Elements of the desk's pages.

export function all<Kind extends Element>(selector: string): Kind[] {
  return [...document.querySelectorAll<Kind>(selector)];
}

export function one<Kind extends Element>(selector: string): Kind | null {
  return document.querySelector<Kind>(selector);
}

export function toast(text: string): void {
  const element = one<HTMLElement>('[data-toast]');
  if (element) element.textContent = text;
}
