import type { enDocument } from '../../texts/en/enDocument.ts';
import type { OtherLanguage } from '../locales/languageTags.ts';

/**
 * The texts of the document in all other languages. The imports are literal, because bundlers do
 * not resolve others.
 */
export const documentTextFiles: Readonly<Record<OtherLanguage, () => Promise<typeof enDocument>>> = {
  bg: async () =>
    (await import('../../texts/languages/bg.json?document', { with: { type: 'json' } })).default.document,
  hr: async () =>
    (await import('../../texts/languages/hr.json?document', { with: { type: 'json' } })).default.document,
  cs: async () =>
    (await import('../../texts/languages/cs.json?document', { with: { type: 'json' } })).default.document,
  da: async () =>
    (await import('../../texts/languages/da.json?document', { with: { type: 'json' } })).default.document,
  nl: async () =>
    (await import('../../texts/languages/nl.json?document', { with: { type: 'json' } })).default.document,
  et: async () =>
    (await import('../../texts/languages/et.json?document', { with: { type: 'json' } })).default.document,
  fi: async () =>
    (await import('../../texts/languages/fi.json?document', { with: { type: 'json' } })).default.document,
  fr: async () =>
    (await import('../../texts/languages/fr.json?document', { with: { type: 'json' } })).default.document,
  de: async () =>
    (await import('../../texts/languages/de.json?document', { with: { type: 'json' } })).default.document,
  el: async () =>
    (await import('../../texts/languages/el.json?document', { with: { type: 'json' } })).default.document,
  hu: async () =>
    (await import('../../texts/languages/hu.json?document', { with: { type: 'json' } })).default.document,
  ga: async () =>
    (await import('../../texts/languages/ga.json?document', { with: { type: 'json' } })).default.document,
  it: async () =>
    (await import('../../texts/languages/it.json?document', { with: { type: 'json' } })).default.document,
  lv: async () =>
    (await import('../../texts/languages/lv.json?document', { with: { type: 'json' } })).default.document,
  lt: async () =>
    (await import('../../texts/languages/lt.json?document', { with: { type: 'json' } })).default.document,
  mt: async () =>
    (await import('../../texts/languages/mt.json?document', { with: { type: 'json' } })).default.document,
  pl: async () =>
    (await import('../../texts/languages/pl.json?document', { with: { type: 'json' } })).default.document,
  'pt-PT': async () =>
    (await import('../../texts/languages/pt-PT.json?document', { with: { type: 'json' } })).default.document,
  ro: async () =>
    (await import('../../texts/languages/ro.json?document', { with: { type: 'json' } })).default.document,
  sk: async () =>
    (await import('../../texts/languages/sk.json?document', { with: { type: 'json' } })).default.document,
  sl: async () =>
    (await import('../../texts/languages/sl.json?document', { with: { type: 'json' } })).default.document,
  es: async () =>
    (await import('../../texts/languages/es.json?document', { with: { type: 'json' } })).default.document,
  sv: async () =>
    (await import('../../texts/languages/sv.json?document', { with: { type: 'json' } })).default.document,
  nb: async () =>
    (await import('../../texts/languages/nb.json?document', { with: { type: 'json' } })).default.document,
  is: async () =>
    (await import('../../texts/languages/is.json?document', { with: { type: 'json' } })).default.document,
  tr: async () =>
    (await import('../../texts/languages/tr.json?document', { with: { type: 'json' } })).default.document,
  uk: async () =>
    (await import('../../texts/languages/uk.json?document', { with: { type: 'json' } })).default.document,
  ru: async () =>
    (await import('../../texts/languages/ru.json?document', { with: { type: 'json' } })).default.document,
  'sr-Cyrl': async () =>
    (await import('../../texts/languages/sr-Cyrl.json?document', { with: { type: 'json' } })).default
      .document,
  'sr-Latn': async () =>
    (await import('../../texts/languages/sr-Latn.json?document', { with: { type: 'json' } })).default
      .document,
  sq: async () =>
    (await import('../../texts/languages/sq.json?document', { with: { type: 'json' } })).default.document,
  mk: async () =>
    (await import('../../texts/languages/mk.json?document', { with: { type: 'json' } })).default.document,
  bs: async () =>
    (await import('../../texts/languages/bs.json?document', { with: { type: 'json' } })).default.document,
  ca: async () =>
    (await import('../../texts/languages/ca.json?document', { with: { type: 'json' } })).default.document,
  ka: async () =>
    (await import('../../texts/languages/ka.json?document', { with: { type: 'json' } })).default.document,
  hy: async () =>
    (await import('../../texts/languages/hy.json?document', { with: { type: 'json' } })).default.document,
  kk: async () =>
    (await import('../../texts/languages/kk.json?document', { with: { type: 'json' } })).default.document,
  ar: async () =>
    (await import('../../texts/languages/ar.json?document', { with: { type: 'json' } })).default.document,
  he: async () =>
    (await import('../../texts/languages/he.json?document', { with: { type: 'json' } })).default.document,
  fa: async () =>
    (await import('../../texts/languages/fa.json?document', { with: { type: 'json' } })).default.document,
  ur: async () =>
    (await import('../../texts/languages/ur.json?document', { with: { type: 'json' } })).default.document,
  hi: async () =>
    (await import('../../texts/languages/hi.json?document', { with: { type: 'json' } })).default.document,
  bn: async () =>
    (await import('../../texts/languages/bn.json?document', { with: { type: 'json' } })).default.document,
  ta: async () =>
    (await import('../../texts/languages/ta.json?document', { with: { type: 'json' } })).default.document,
  te: async () =>
    (await import('../../texts/languages/te.json?document', { with: { type: 'json' } })).default.document,
  mr: async () =>
    (await import('../../texts/languages/mr.json?document', { with: { type: 'json' } })).default.document,
  gu: async () =>
    (await import('../../texts/languages/gu.json?document', { with: { type: 'json' } })).default.document,
  id: async () =>
    (await import('../../texts/languages/id.json?document', { with: { type: 'json' } })).default.document,
  ms: async () =>
    (await import('../../texts/languages/ms.json?document', { with: { type: 'json' } })).default.document,
  fil: async () =>
    (await import('../../texts/languages/fil.json?document', { with: { type: 'json' } })).default.document,
  vi: async () =>
    (await import('../../texts/languages/vi.json?document', { with: { type: 'json' } })).default.document,
  th: async () =>
    (await import('../../texts/languages/th.json?document', { with: { type: 'json' } })).default.document,
  ko: async () =>
    (await import('../../texts/languages/ko.json?document', { with: { type: 'json' } })).default.document,
  ja: async () =>
    (await import('../../texts/languages/ja.json?document', { with: { type: 'json' } })).default.document,
  'zh-Hans': async () =>
    (await import('../../texts/languages/zh-Hans.json?document', { with: { type: 'json' } })).default
      .document,
  'zh-Hant': async () =>
    (await import('../../texts/languages/zh-Hant.json?document', { with: { type: 'json' } })).default
      .document,
  'pt-BR': async () =>
    (await import('../../texts/languages/pt-BR.json?document', { with: { type: 'json' } })).default.document,
  'es-419': async () =>
    (await import('../../texts/languages/es-419.json?document', { with: { type: 'json' } })).default.document,
  sw: async () =>
    (await import('../../texts/languages/sw.json?document', { with: { type: 'json' } })).default.document,
  am: async () =>
    (await import('../../texts/languages/am.json?document', { with: { type: 'json' } })).default.document,
  af: async () =>
    (await import('../../texts/languages/af.json?document', { with: { type: 'json' } })).default.document,
};
