// Code on the page: its colours, by classes alone, and copies of it.

interface Highlighter {
  tokenize(text: string, language: string, take: (token: string, type?: string) => void): Promise<void>;
}

/** The library that colours code, as the site serves it. */
const HIGHLIGHT = '/highlight/index.js';

/** The text as elements with the class of each token; in one piece without colours if the library does not come. */
export async function tokens(text: string, language: string): Promise<(Node | string)[]> {
  const parts: Node[] = [];
  try {
    const { tokenize } = (await import(HIGHLIGHT)) as Highlighter;
    await tokenize(text, language, (token, type) => {
      const part = document.createElement('span');
      if (type) part.className = `shj-syn-${type}`;
      part.textContent = token;
      parts.push(part);
    });
    return parts;
  } catch {
    // Who leaves the page ends what it loads.
    return [text];
  }
}

/** Copies a text. @returns what to say of it. */
export async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    // The browser refuses it, or has no clipboard.
    return 'Not allowed to copy: select the text';
  }
}
