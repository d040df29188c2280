/** Sentences one after the other; Chinese and Japanese set no space between them. */
export function sentences(tag: string, ...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join(/^(ja|zh)\b/.test(tag) ? '' : ' ');
}

/** A label and its value: `Change: Your name`. */
export function labelled(tag: string, label: string, value: string): string {
  if (/^(ja|zh)\b/.test(tag)) return `${label}：${value}`;
  return `${label}${/^fr\b/.test(tag) ? '\u00a0' : ''}: ${value}`;
}
