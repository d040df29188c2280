/** Sentences one after the other; Chinese and Japanese set no space between them. */
export function sentences(tag: string, ...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join(/^(ja|zh)\b/.test(tag) ? '' : ' ');
}

const COMMAS: Readonly<Record<string, string>> = {
  am: '፣ ',
  ar: '، ',
  fa: '، ',
  ur: '، ',
  ja: '、',
  zh: '、',
};

/**
 * Labels in a row: `Name, date of birth`. `Intl.ListFormat` sets nothing between them in Chinese and a space alone in
 * Russian, and takes up to 0.1 s on a phone for its data.
 */
export function listed(tag: string, labels: Iterable<string>): string {
  return [...labels].join(COMMAS[tag.slice(0, 2)] ?? ', ');
}

const COLONS: Readonly<Record<string, string>> = { ja: '：', zh: '：', hy: '՝ ', am: '፦ ', fr: '\u00a0: ' };

/** A label and its value: `Change: Your name`. The colon of Armenian is its full stop, and Amharic has a preface colon. */
export function labelled(tag: string, label: string, value: string): string {
  return label + (COLONS[tag.slice(0, 2)] ?? ': ') + value;
}
