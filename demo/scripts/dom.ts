/** An element that the page has. @throws if it has not. */
export function one<Found extends Element = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found {
  const found = root.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

export function all<Found extends Element = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found[] {
  return [...root.querySelectorAll<Found>(selector)];
}

/** Creates an element. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
