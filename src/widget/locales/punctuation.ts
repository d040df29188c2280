/** Sentences one after the other; Chinese and Japanese set no space between them. */
export function sentences(tag: string, ...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join(/^(ja|zh)\b/.test(tag) ? '' : ' ');
}

const COLONS: Readonly<Record<string, string>> = { ja: '：', zh: '：', hy: '՝ ', am: '፦ ', fr: '\u00a0: ' };

/** A label and its value: `Change: Your name`. The colon of Armenian is its full stop, and Amharic has a preface colon. */
export function labelled(tag: string, label: string, value: string): string {
  return label + (COLONS[tag.slice(0, 2)] ?? ': ') + value;
}
