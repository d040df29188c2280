import type { OtherLanguage } from './languageTags.ts';
import type { RestMessages, StartMessages } from './messages.ts';

/** The texts of a language in two files, loaded on demand: the first screens, and the details with the selfie. */
export interface TextFiles {
  start: () => Promise<StartMessages>;
  rest: () => Promise<RestMessages>;
}

/**
 * The files of every language of `languageTags` except English. The imports are literal, because bundlers do not
 * resolve others.
 */
export const textFiles: Record<OtherLanguage, TextFiles> = {
  bg: {
    start: () => json(import('./start/bg.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/bg.json', { with: { type: 'json' } })),
  },
  hr: {
    start: () => json(import('./start/hr.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/hr.json', { with: { type: 'json' } })),
  },
  cs: {
    start: () => json(import('./start/cs.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/cs.json', { with: { type: 'json' } })),
  },
  da: {
    start: () => json(import('./start/da.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/da.json', { with: { type: 'json' } })),
  },
  nl: {
    start: () => json(import('./start/nl.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/nl.json', { with: { type: 'json' } })),
  },
  et: {
    start: () => json(import('./start/et.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/et.json', { with: { type: 'json' } })),
  },
  fi: {
    start: () => json(import('./start/fi.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/fi.json', { with: { type: 'json' } })),
  },
  fr: {
    start: () => json(import('./start/fr.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/fr.json', { with: { type: 'json' } })),
  },
  de: {
    start: () => json(import('./start/de.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/de.json', { with: { type: 'json' } })),
  },
  el: {
    start: () => json(import('./start/el.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/el.json', { with: { type: 'json' } })),
  },
  hu: {
    start: () => json(import('./start/hu.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/hu.json', { with: { type: 'json' } })),
  },
  ga: {
    start: () => json(import('./start/ga.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ga.json', { with: { type: 'json' } })),
  },
  it: {
    start: () => json(import('./start/it.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/it.json', { with: { type: 'json' } })),
  },
  lv: {
    start: () => json(import('./start/lv.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/lv.json', { with: { type: 'json' } })),
  },
  lt: {
    start: () => json(import('./start/lt.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/lt.json', { with: { type: 'json' } })),
  },
  mt: {
    start: () => json(import('./start/mt.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/mt.json', { with: { type: 'json' } })),
  },
  pl: {
    start: () => json(import('./start/pl.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/pl.json', { with: { type: 'json' } })),
  },
  'pt-PT': {
    start: () => json(import('./start/pt-PT.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/pt-PT.json', { with: { type: 'json' } })),
  },
  ro: {
    start: () => json(import('./start/ro.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ro.json', { with: { type: 'json' } })),
  },
  sk: {
    start: () => json(import('./start/sk.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/sk.json', { with: { type: 'json' } })),
  },
  sl: {
    start: () => json(import('./start/sl.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/sl.json', { with: { type: 'json' } })),
  },
  es: {
    start: () => json(import('./start/es.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/es.json', { with: { type: 'json' } })),
  },
  sv: {
    start: () => json(import('./start/sv.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/sv.json', { with: { type: 'json' } })),
  },
  nb: {
    start: () => json(import('./start/nb.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/nb.json', { with: { type: 'json' } })),
  },
  is: {
    start: () => json(import('./start/is.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/is.json', { with: { type: 'json' } })),
  },
  tr: {
    start: () => json(import('./start/tr.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/tr.json', { with: { type: 'json' } })),
  },
  uk: {
    start: () => json(import('./start/uk.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/uk.json', { with: { type: 'json' } })),
  },
  ru: {
    start: () => json(import('./start/ru.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ru.json', { with: { type: 'json' } })),
  },
  'sr-Cyrl': {
    start: () => json(import('./start/sr-Cyrl.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/sr-Cyrl.json', { with: { type: 'json' } })),
  },
  'sr-Latn': {
    start: () => json(import('./start/sr-Latn.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/sr-Latn.json', { with: { type: 'json' } })),
  },
  sq: {
    start: () => json(import('./start/sq.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/sq.json', { with: { type: 'json' } })),
  },
  mk: {
    start: () => json(import('./start/mk.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/mk.json', { with: { type: 'json' } })),
  },
  bs: {
    start: () => json(import('./start/bs.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/bs.json', { with: { type: 'json' } })),
  },
  ca: {
    start: () => json(import('./start/ca.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ca.json', { with: { type: 'json' } })),
  },
  ka: {
    start: () => json(import('./start/ka.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ka.json', { with: { type: 'json' } })),
  },
  hy: {
    start: () => json(import('./start/hy.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/hy.json', { with: { type: 'json' } })),
  },
  kk: {
    start: () => json(import('./start/kk.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/kk.json', { with: { type: 'json' } })),
  },
  ar: {
    start: () => json(import('./start/ar.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ar.json', { with: { type: 'json' } })),
  },
  he: {
    start: () => json(import('./start/he.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/he.json', { with: { type: 'json' } })),
  },
  fa: {
    start: () => json(import('./start/fa.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/fa.json', { with: { type: 'json' } })),
  },
  ur: {
    start: () => json(import('./start/ur.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ur.json', { with: { type: 'json' } })),
  },
  hi: {
    start: () => json(import('./start/hi.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/hi.json', { with: { type: 'json' } })),
  },
  bn: {
    start: () => json(import('./start/bn.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/bn.json', { with: { type: 'json' } })),
  },
  ta: {
    start: () => json(import('./start/ta.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ta.json', { with: { type: 'json' } })),
  },
  te: {
    start: () => json(import('./start/te.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/te.json', { with: { type: 'json' } })),
  },
  mr: {
    start: () => json(import('./start/mr.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/mr.json', { with: { type: 'json' } })),
  },
  gu: {
    start: () => json(import('./start/gu.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/gu.json', { with: { type: 'json' } })),
  },
  id: {
    start: () => json(import('./start/id.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/id.json', { with: { type: 'json' } })),
  },
  ms: {
    start: () => json(import('./start/ms.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ms.json', { with: { type: 'json' } })),
  },
  fil: {
    start: () => json(import('./start/fil.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/fil.json', { with: { type: 'json' } })),
  },
  vi: {
    start: () => json(import('./start/vi.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/vi.json', { with: { type: 'json' } })),
  },
  th: {
    start: () => json(import('./start/th.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/th.json', { with: { type: 'json' } })),
  },
  ko: {
    start: () => json(import('./start/ko.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ko.json', { with: { type: 'json' } })),
  },
  ja: {
    start: () => json(import('./start/ja.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/ja.json', { with: { type: 'json' } })),
  },
  'zh-Hans': {
    start: () => json(import('./start/zh-Hans.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/zh-Hans.json', { with: { type: 'json' } })),
  },
  'zh-Hant': {
    start: () => json(import('./start/zh-Hant.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/zh-Hant.json', { with: { type: 'json' } })),
  },
  'pt-BR': {
    start: () => json(import('./start/pt-BR.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/pt-BR.json', { with: { type: 'json' } })),
  },
  'es-419': {
    start: () => json(import('./start/es-419.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/es-419.json', { with: { type: 'json' } })),
  },
  sw: {
    start: () => json(import('./start/sw.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/sw.json', { with: { type: 'json' } })),
  },
  am: {
    start: () => json(import('./start/am.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/am.json', { with: { type: 'json' } })),
  },
  af: {
    start: () => json(import('./start/af.json', { with: { type: 'json' } })),
    rest: () => json(import('./rest/af.json', { with: { type: 'json' } })),
  },
};

async function json<Texts>(file: Promise<{ default: Texts }>): Promise<Texts> {
  return (await file).default;
}
