/** Creates an element with properties and content. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  if (content.length > 0) element.append(...content);
  return element;
}

/** A heading, which takes the focus, and paragraphs. */
export function message(title: string, ...lines: string[]): DocumentFragment {
  const box = document.createDocumentFragment();
  box.append(make('h1', { textContent: title, tabIndex: -1 }));
  for (const textContent of lines) box.append(make('p', { textContent }));
  return box;
}

/** A button that runs `press`. */
export function button(
  textContent: string,
  press: () => unknown,
  properties: Partial<HTMLButtonElement> = {},
): HTMLButtonElement {
  return make('button', { type: 'button', textContent, onclick: () => void press(), ...properties });
}
