import type { OtherLanguage } from './languageTags.ts';
import type { RestMessages, StartMessages } from './messages.ts';

/** The texts of a language in two parts, loaded on demand: the first screens, and the details with the selfie. */
export interface TextFiles {
  start: () => Promise<StartMessages>;
  rest: () => Promise<RestMessages>;
}

/**
 * The parts of every language of `languageTags` except English. A part is a script of its own
 * (`src/widget/build/textParts.ts`). The imports are literal, because bundlers do not resolve others.
 */
export const textFiles: Record<OtherLanguage, TextFiles> = {
  bg: {
    start: async () =>
      (await import('../../texts/languages/bg.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/bg.json?rest', { with: { type: 'json' } })).default.rest,
  },
  hr: {
    start: async () =>
      (await import('../../texts/languages/hr.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/hr.json?rest', { with: { type: 'json' } })).default.rest,
  },
  cs: {
    start: async () =>
      (await import('../../texts/languages/cs.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/cs.json?rest', { with: { type: 'json' } })).default.rest,
  },
  da: {
    start: async () =>
      (await import('../../texts/languages/da.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/da.json?rest', { with: { type: 'json' } })).default.rest,
  },
  nl: {
    start: async () =>
      (await import('../../texts/languages/nl.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/nl.json?rest', { with: { type: 'json' } })).default.rest,
  },
  et: {
    start: async () =>
      (await import('../../texts/languages/et.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/et.json?rest', { with: { type: 'json' } })).default.rest,
  },
  fi: {
    start: async () =>
      (await import('../../texts/languages/fi.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/fi.json?rest', { with: { type: 'json' } })).default.rest,
  },
  fr: {
    start: async () =>
      (await import('../../texts/languages/fr.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/fr.json?rest', { with: { type: 'json' } })).default.rest,
  },
  de: {
    start: async () =>
      (await import('../../texts/languages/de.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/de.json?rest', { with: { type: 'json' } })).default.rest,
  },
  el: {
    start: async () =>
      (await import('../../texts/languages/el.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/el.json?rest', { with: { type: 'json' } })).default.rest,
  },
  hu: {
    start: async () =>
      (await import('../../texts/languages/hu.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/hu.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ga: {
    start: async () =>
      (await import('../../texts/languages/ga.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ga.json?rest', { with: { type: 'json' } })).default.rest,
  },
  it: {
    start: async () =>
      (await import('../../texts/languages/it.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/it.json?rest', { with: { type: 'json' } })).default.rest,
  },
  lv: {
    start: async () =>
      (await import('../../texts/languages/lv.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/lv.json?rest', { with: { type: 'json' } })).default.rest,
  },
  lt: {
    start: async () =>
      (await import('../../texts/languages/lt.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/lt.json?rest', { with: { type: 'json' } })).default.rest,
  },
  mt: {
    start: async () =>
      (await import('../../texts/languages/mt.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/mt.json?rest', { with: { type: 'json' } })).default.rest,
  },
  pl: {
    start: async () =>
      (await import('../../texts/languages/pl.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/pl.json?rest', { with: { type: 'json' } })).default.rest,
  },
  'pt-PT': {
    start: async () =>
      (await import('../../texts/languages/pt-PT.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/pt-PT.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ro: {
    start: async () =>
      (await import('../../texts/languages/ro.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ro.json?rest', { with: { type: 'json' } })).default.rest,
  },
  sk: {
    start: async () =>
      (await import('../../texts/languages/sk.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/sk.json?rest', { with: { type: 'json' } })).default.rest,
  },
  sl: {
    start: async () =>
      (await import('../../texts/languages/sl.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/sl.json?rest', { with: { type: 'json' } })).default.rest,
  },
  es: {
    start: async () =>
      (await import('../../texts/languages/es.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/es.json?rest', { with: { type: 'json' } })).default.rest,
  },
  sv: {
    start: async () =>
      (await import('../../texts/languages/sv.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/sv.json?rest', { with: { type: 'json' } })).default.rest,
  },
  nb: {
    start: async () =>
      (await import('../../texts/languages/nb.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/nb.json?rest', { with: { type: 'json' } })).default.rest,
  },
  is: {
    start: async () =>
      (await import('../../texts/languages/is.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/is.json?rest', { with: { type: 'json' } })).default.rest,
  },
  tr: {
    start: async () =>
      (await import('../../texts/languages/tr.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/tr.json?rest', { with: { type: 'json' } })).default.rest,
  },
  uk: {
    start: async () =>
      (await import('../../texts/languages/uk.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/uk.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ru: {
    start: async () =>
      (await import('../../texts/languages/ru.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ru.json?rest', { with: { type: 'json' } })).default.rest,
  },
  'sr-Cyrl': {
    start: async () =>
      (await import('../../texts/languages/sr-Cyrl.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/sr-Cyrl.json?rest', { with: { type: 'json' } })).default.rest,
  },
  'sr-Latn': {
    start: async () =>
      (await import('../../texts/languages/sr-Latn.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/sr-Latn.json?rest', { with: { type: 'json' } })).default.rest,
  },
  sq: {
    start: async () =>
      (await import('../../texts/languages/sq.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/sq.json?rest', { with: { type: 'json' } })).default.rest,
  },
  mk: {
    start: async () =>
      (await import('../../texts/languages/mk.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/mk.json?rest', { with: { type: 'json' } })).default.rest,
  },
  bs: {
    start: async () =>
      (await import('../../texts/languages/bs.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/bs.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ca: {
    start: async () =>
      (await import('../../texts/languages/ca.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ca.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ka: {
    start: async () =>
      (await import('../../texts/languages/ka.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ka.json?rest', { with: { type: 'json' } })).default.rest,
  },
  hy: {
    start: async () =>
      (await import('../../texts/languages/hy.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/hy.json?rest', { with: { type: 'json' } })).default.rest,
  },
  kk: {
    start: async () =>
      (await import('../../texts/languages/kk.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/kk.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ar: {
    start: async () =>
      (await import('../../texts/languages/ar.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ar.json?rest', { with: { type: 'json' } })).default.rest,
  },
  he: {
    start: async () =>
      (await import('../../texts/languages/he.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/he.json?rest', { with: { type: 'json' } })).default.rest,
  },
  fa: {
    start: async () =>
      (await import('../../texts/languages/fa.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/fa.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ur: {
    start: async () =>
      (await import('../../texts/languages/ur.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ur.json?rest', { with: { type: 'json' } })).default.rest,
  },
  hi: {
    start: async () =>
      (await import('../../texts/languages/hi.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/hi.json?rest', { with: { type: 'json' } })).default.rest,
  },
  bn: {
    start: async () =>
      (await import('../../texts/languages/bn.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/bn.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ta: {
    start: async () =>
      (await import('../../texts/languages/ta.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ta.json?rest', { with: { type: 'json' } })).default.rest,
  },
  te: {
    start: async () =>
      (await import('../../texts/languages/te.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/te.json?rest', { with: { type: 'json' } })).default.rest,
  },
  mr: {
    start: async () =>
      (await import('../../texts/languages/mr.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/mr.json?rest', { with: { type: 'json' } })).default.rest,
  },
  gu: {
    start: async () =>
      (await import('../../texts/languages/gu.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/gu.json?rest', { with: { type: 'json' } })).default.rest,
  },
  id: {
    start: async () =>
      (await import('../../texts/languages/id.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/id.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ms: {
    start: async () =>
      (await import('../../texts/languages/ms.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ms.json?rest', { with: { type: 'json' } })).default.rest,
  },
  fil: {
    start: async () =>
      (await import('../../texts/languages/fil.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/fil.json?rest', { with: { type: 'json' } })).default.rest,
  },
  vi: {
    start: async () =>
      (await import('../../texts/languages/vi.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/vi.json?rest', { with: { type: 'json' } })).default.rest,
  },
  th: {
    start: async () =>
      (await import('../../texts/languages/th.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/th.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ko: {
    start: async () =>
      (await import('../../texts/languages/ko.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ko.json?rest', { with: { type: 'json' } })).default.rest,
  },
  ja: {
    start: async () =>
      (await import('../../texts/languages/ja.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/ja.json?rest', { with: { type: 'json' } })).default.rest,
  },
  'zh-Hans': {
    start: async () =>
      (await import('../../texts/languages/zh-Hans.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/zh-Hans.json?rest', { with: { type: 'json' } })).default.rest,
  },
  'zh-Hant': {
    start: async () =>
      (await import('../../texts/languages/zh-Hant.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/zh-Hant.json?rest', { with: { type: 'json' } })).default.rest,
  },
  'pt-BR': {
    start: async () =>
      (await import('../../texts/languages/pt-BR.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/pt-BR.json?rest', { with: { type: 'json' } })).default.rest,
  },
  'es-419': {
    start: async () =>
      (await import('../../texts/languages/es-419.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/es-419.json?rest', { with: { type: 'json' } })).default.rest,
  },
  sw: {
    start: async () =>
      (await import('../../texts/languages/sw.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/sw.json?rest', { with: { type: 'json' } })).default.rest,
  },
  am: {
    start: async () =>
      (await import('../../texts/languages/am.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/am.json?rest', { with: { type: 'json' } })).default.rest,
  },
  af: {
    start: async () =>
      (await import('../../texts/languages/af.json?start', { with: { type: 'json' } })).default.start,
    rest: async () =>
      (await import('../../texts/languages/af.json?rest', { with: { type: 'json' } })).default.rest,
  },
};
