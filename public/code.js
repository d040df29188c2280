// Code on the page: its colours, by classes alone, and copies of it.

/** The library that colours code, as the site serves it. */
const HIGHLIGHT = '/highlight/index.js';

/** The text as elements with the class of each token; in one piece without colours if the library does not come. */
export async function tokens(text, language) {
  const parts = [];
  try {
    const { tokenize } = await import(HIGHLIGHT);
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
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Not allowed to copy: select the text';
  }
}
