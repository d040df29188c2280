/** Whether a text has only Latin letters without marks, spaces, commas, full stops, hyphens and apostrophes, as most names do. */
export function isPlainText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (plain[text.charCodeAt(i)] !== 1) return false;
  return true;
}

/** By character code. */
const plain = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z ,.'-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether a text has two Latin letters in a row. */
export function hasWord(text: string): boolean {
  return /[A-Za-z]{2}/.test(text);
}
