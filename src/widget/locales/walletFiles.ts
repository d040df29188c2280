import type { enWallet } from '../../texts/en/enWallet.ts';
import type { OtherLanguage } from './languageTags.ts';

/**
 * The texts of the choice between wallet and typing in all other languages. The imports are literal, because bundlers do
 * not resolve others.
 */
export const walletFiles: Readonly<Record<OtherLanguage, () => Promise<typeof enWallet>>> = {
  bg: async () =>
    (await import('../../texts/languages/bg.json?wallet', { with: { type: 'json' } })).default.wallet,
  hr: async () =>
    (await import('../../texts/languages/hr.json?wallet', { with: { type: 'json' } })).default.wallet,
  cs: async () =>
    (await import('../../texts/languages/cs.json?wallet', { with: { type: 'json' } })).default.wallet,
  da: async () =>
    (await import('../../texts/languages/da.json?wallet', { with: { type: 'json' } })).default.wallet,
  nl: async () =>
    (await import('../../texts/languages/nl.json?wallet', { with: { type: 'json' } })).default.wallet,
  et: async () =>
    (await import('../../texts/languages/et.json?wallet', { with: { type: 'json' } })).default.wallet,
  fi: async () =>
    (await import('../../texts/languages/fi.json?wallet', { with: { type: 'json' } })).default.wallet,
  fr: async () =>
    (await import('../../texts/languages/fr.json?wallet', { with: { type: 'json' } })).default.wallet,
  de: async () =>
    (await import('../../texts/languages/de.json?wallet', { with: { type: 'json' } })).default.wallet,
  el: async () =>
    (await import('../../texts/languages/el.json?wallet', { with: { type: 'json' } })).default.wallet,
  hu: async () =>
    (await import('../../texts/languages/hu.json?wallet', { with: { type: 'json' } })).default.wallet,
  ga: async () =>
    (await import('../../texts/languages/ga.json?wallet', { with: { type: 'json' } })).default.wallet,
  it: async () =>
    (await import('../../texts/languages/it.json?wallet', { with: { type: 'json' } })).default.wallet,
  lv: async () =>
    (await import('../../texts/languages/lv.json?wallet', { with: { type: 'json' } })).default.wallet,
  lt: async () =>
    (await import('../../texts/languages/lt.json?wallet', { with: { type: 'json' } })).default.wallet,
  mt: async () =>
    (await import('../../texts/languages/mt.json?wallet', { with: { type: 'json' } })).default.wallet,
  pl: async () =>
    (await import('../../texts/languages/pl.json?wallet', { with: { type: 'json' } })).default.wallet,
  'pt-PT': async () =>
    (await import('../../texts/languages/pt-PT.json?wallet', { with: { type: 'json' } })).default.wallet,
  ro: async () =>
    (await import('../../texts/languages/ro.json?wallet', { with: { type: 'json' } })).default.wallet,
  sk: async () =>
    (await import('../../texts/languages/sk.json?wallet', { with: { type: 'json' } })).default.wallet,
  sl: async () =>
    (await import('../../texts/languages/sl.json?wallet', { with: { type: 'json' } })).default.wallet,
  es: async () =>
    (await import('../../texts/languages/es.json?wallet', { with: { type: 'json' } })).default.wallet,
  sv: async () =>
    (await import('../../texts/languages/sv.json?wallet', { with: { type: 'json' } })).default.wallet,
  nb: async () =>
    (await import('../../texts/languages/nb.json?wallet', { with: { type: 'json' } })).default.wallet,
  is: async () =>
    (await import('../../texts/languages/is.json?wallet', { with: { type: 'json' } })).default.wallet,
  tr: async () =>
    (await import('../../texts/languages/tr.json?wallet', { with: { type: 'json' } })).default.wallet,
  uk: async () =>
    (await import('../../texts/languages/uk.json?wallet', { with: { type: 'json' } })).default.wallet,
  ru: async () =>
    (await import('../../texts/languages/ru.json?wallet', { with: { type: 'json' } })).default.wallet,
  'sr-Cyrl': async () =>
    (await import('../../texts/languages/sr-Cyrl.json?wallet', { with: { type: 'json' } })).default.wallet,
  'sr-Latn': async () =>
    (await import('../../texts/languages/sr-Latn.json?wallet', { with: { type: 'json' } })).default.wallet,
  sq: async () =>
    (await import('../../texts/languages/sq.json?wallet', { with: { type: 'json' } })).default.wallet,
  mk: async () =>
    (await import('../../texts/languages/mk.json?wallet', { with: { type: 'json' } })).default.wallet,
  bs: async () =>
    (await import('../../texts/languages/bs.json?wallet', { with: { type: 'json' } })).default.wallet,
  ca: async () =>
    (await import('../../texts/languages/ca.json?wallet', { with: { type: 'json' } })).default.wallet,
  ka: async () =>
    (await import('../../texts/languages/ka.json?wallet', { with: { type: 'json' } })).default.wallet,
  hy: async () =>
    (await import('../../texts/languages/hy.json?wallet', { with: { type: 'json' } })).default.wallet,
  kk: async () =>
    (await import('../../texts/languages/kk.json?wallet', { with: { type: 'json' } })).default.wallet,
  ar: async () =>
    (await import('../../texts/languages/ar.json?wallet', { with: { type: 'json' } })).default.wallet,
  he: async () =>
    (await import('../../texts/languages/he.json?wallet', { with: { type: 'json' } })).default.wallet,
  fa: async () =>
    (await import('../../texts/languages/fa.json?wallet', { with: { type: 'json' } })).default.wallet,
  ur: async () =>
    (await import('../../texts/languages/ur.json?wallet', { with: { type: 'json' } })).default.wallet,
  hi: async () =>
    (await import('../../texts/languages/hi.json?wallet', { with: { type: 'json' } })).default.wallet,
  bn: async () =>
    (await import('../../texts/languages/bn.json?wallet', { with: { type: 'json' } })).default.wallet,
  ta: async () =>
    (await import('../../texts/languages/ta.json?wallet', { with: { type: 'json' } })).default.wallet,
  te: async () =>
    (await import('../../texts/languages/te.json?wallet', { with: { type: 'json' } })).default.wallet,
  mr: async () =>
    (await import('../../texts/languages/mr.json?wallet', { with: { type: 'json' } })).default.wallet,
  gu: async () =>
    (await import('../../texts/languages/gu.json?wallet', { with: { type: 'json' } })).default.wallet,
  id: async () =>
    (await import('../../texts/languages/id.json?wallet', { with: { type: 'json' } })).default.wallet,
  ms: async () =>
    (await import('../../texts/languages/ms.json?wallet', { with: { type: 'json' } })).default.wallet,
  fil: async () =>
    (await import('../../texts/languages/fil.json?wallet', { with: { type: 'json' } })).default.wallet,
  vi: async () =>
    (await import('../../texts/languages/vi.json?wallet', { with: { type: 'json' } })).default.wallet,
  th: async () =>
    (await import('../../texts/languages/th.json?wallet', { with: { type: 'json' } })).default.wallet,
  ko: async () =>
    (await import('../../texts/languages/ko.json?wallet', { with: { type: 'json' } })).default.wallet,
  ja: async () =>
    (await import('../../texts/languages/ja.json?wallet', { with: { type: 'json' } })).default.wallet,
  'zh-Hans': async () =>
    (await import('../../texts/languages/zh-Hans.json?wallet', { with: { type: 'json' } })).default.wallet,
  'zh-Hant': async () =>
    (await import('../../texts/languages/zh-Hant.json?wallet', { with: { type: 'json' } })).default.wallet,
  'pt-BR': async () =>
    (await import('../../texts/languages/pt-BR.json?wallet', { with: { type: 'json' } })).default.wallet,
  'es-419': async () =>
    (await import('../../texts/languages/es-419.json?wallet', { with: { type: 'json' } })).default.wallet,
  sw: async () =>
    (await import('../../texts/languages/sw.json?wallet', { with: { type: 'json' } })).default.wallet,
  am: async () =>
    (await import('../../texts/languages/am.json?wallet', { with: { type: 'json' } })).default.wallet,
  af: async () =>
    (await import('../../texts/languages/af.json?wallet', { with: { type: 'json' } })).default.wallet,
};
