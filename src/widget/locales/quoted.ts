/** A sign or a word in the quotation marks of the language: those that its texts have. */
export function quoted(tag: string, text: string): string {
  const row = QUOTES.find(([, , tags]) => tags.split(' ').includes(tag));
  const [open, close] = row ?? ['“', '”'];
  return `${open}${text}${close}`;
}

/** The marks before and after, and the languages; all others have “”. */
const QUOTES: readonly (readonly [open: string, close: string, tags: string])[] = [
  ['«', '»', 'ar ca el es fa hy it kk nb pt-PT ru uk'],
  ['«\u00a0', '\u00a0»', 'fr'],
  ['„', '“', 'bg cs de is ka lt mk sk sr-Cyrl sr-Latn'],
  ['„', '”', 'bs et hr hu lv pl ro'],
  ['»', '«', 'da sl'],
  ['”', '”', 'fi sv'],
  ['״', '״', 'he'],
  ['「', '」', 'ja zh-Hant'],
  ['‘', '’', 'nl'],
];
