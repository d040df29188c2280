import type { OtherLanguage } from './languageTags.ts';
import type { HandoffMessages } from './messages.ts';

/** The texts of the hand-off in every language of `languageTags` but English. The imports are literal, since bundlers follow no others. */
export const handoffFiles: Record<OtherLanguage, () => Promise<HandoffMessages>> = {
  bg: async () =>
    (await import('../../texts/languages/bg.json?handoff', { with: { type: 'json' } })).default.handoff,
  hr: async () =>
    (await import('../../texts/languages/hr.json?handoff', { with: { type: 'json' } })).default.handoff,
  cs: async () =>
    (await import('../../texts/languages/cs.json?handoff', { with: { type: 'json' } })).default.handoff,
  da: async () =>
    (await import('../../texts/languages/da.json?handoff', { with: { type: 'json' } })).default.handoff,
  nl: async () =>
    (await import('../../texts/languages/nl.json?handoff', { with: { type: 'json' } })).default.handoff,
  et: async () =>
    (await import('../../texts/languages/et.json?handoff', { with: { type: 'json' } })).default.handoff,
  fi: async () =>
    (await import('../../texts/languages/fi.json?handoff', { with: { type: 'json' } })).default.handoff,
  fr: async () =>
    (await import('../../texts/languages/fr.json?handoff', { with: { type: 'json' } })).default.handoff,
  de: async () =>
    (await import('../../texts/languages/de.json?handoff', { with: { type: 'json' } })).default.handoff,
  el: async () =>
    (await import('../../texts/languages/el.json?handoff', { with: { type: 'json' } })).default.handoff,
  hu: async () =>
    (await import('../../texts/languages/hu.json?handoff', { with: { type: 'json' } })).default.handoff,
  ga: async () =>
    (await import('../../texts/languages/ga.json?handoff', { with: { type: 'json' } })).default.handoff,
  it: async () =>
    (await import('../../texts/languages/it.json?handoff', { with: { type: 'json' } })).default.handoff,
  lv: async () =>
    (await import('../../texts/languages/lv.json?handoff', { with: { type: 'json' } })).default.handoff,
  lt: async () =>
    (await import('../../texts/languages/lt.json?handoff', { with: { type: 'json' } })).default.handoff,
  mt: async () =>
    (await import('../../texts/languages/mt.json?handoff', { with: { type: 'json' } })).default.handoff,
  pl: async () =>
    (await import('../../texts/languages/pl.json?handoff', { with: { type: 'json' } })).default.handoff,
  'pt-PT': async () =>
    (await import('../../texts/languages/pt-PT.json?handoff', { with: { type: 'json' } })).default.handoff,
  ro: async () =>
    (await import('../../texts/languages/ro.json?handoff', { with: { type: 'json' } })).default.handoff,
  sk: async () =>
    (await import('../../texts/languages/sk.json?handoff', { with: { type: 'json' } })).default.handoff,
  sl: async () =>
    (await import('../../texts/languages/sl.json?handoff', { with: { type: 'json' } })).default.handoff,
  es: async () =>
    (await import('../../texts/languages/es.json?handoff', { with: { type: 'json' } })).default.handoff,
  sv: async () =>
    (await import('../../texts/languages/sv.json?handoff', { with: { type: 'json' } })).default.handoff,
  nb: async () =>
    (await import('../../texts/languages/nb.json?handoff', { with: { type: 'json' } })).default.handoff,
  is: async () =>
    (await import('../../texts/languages/is.json?handoff', { with: { type: 'json' } })).default.handoff,
  tr: async () =>
    (await import('../../texts/languages/tr.json?handoff', { with: { type: 'json' } })).default.handoff,
  uk: async () =>
    (await import('../../texts/languages/uk.json?handoff', { with: { type: 'json' } })).default.handoff,
  ru: async () =>
    (await import('../../texts/languages/ru.json?handoff', { with: { type: 'json' } })).default.handoff,
  'sr-Cyrl': async () =>
    (await import('../../texts/languages/sr-Cyrl.json?handoff', { with: { type: 'json' } })).default.handoff,
  'sr-Latn': async () =>
    (await import('../../texts/languages/sr-Latn.json?handoff', { with: { type: 'json' } })).default.handoff,
  sq: async () =>
    (await import('../../texts/languages/sq.json?handoff', { with: { type: 'json' } })).default.handoff,
  mk: async () =>
    (await import('../../texts/languages/mk.json?handoff', { with: { type: 'json' } })).default.handoff,
  bs: async () =>
    (await import('../../texts/languages/bs.json?handoff', { with: { type: 'json' } })).default.handoff,
  ca: async () =>
    (await import('../../texts/languages/ca.json?handoff', { with: { type: 'json' } })).default.handoff,
  ka: async () =>
    (await import('../../texts/languages/ka.json?handoff', { with: { type: 'json' } })).default.handoff,
  hy: async () =>
    (await import('../../texts/languages/hy.json?handoff', { with: { type: 'json' } })).default.handoff,
  kk: async () =>
    (await import('../../texts/languages/kk.json?handoff', { with: { type: 'json' } })).default.handoff,
  ar: async () =>
    (await import('../../texts/languages/ar.json?handoff', { with: { type: 'json' } })).default.handoff,
  he: async () =>
    (await import('../../texts/languages/he.json?handoff', { with: { type: 'json' } })).default.handoff,
  fa: async () =>
    (await import('../../texts/languages/fa.json?handoff', { with: { type: 'json' } })).default.handoff,
  ur: async () =>
    (await import('../../texts/languages/ur.json?handoff', { with: { type: 'json' } })).default.handoff,
  hi: async () =>
    (await import('../../texts/languages/hi.json?handoff', { with: { type: 'json' } })).default.handoff,
  bn: async () =>
    (await import('../../texts/languages/bn.json?handoff', { with: { type: 'json' } })).default.handoff,
  ta: async () =>
    (await import('../../texts/languages/ta.json?handoff', { with: { type: 'json' } })).default.handoff,
  te: async () =>
    (await import('../../texts/languages/te.json?handoff', { with: { type: 'json' } })).default.handoff,
  mr: async () =>
    (await import('../../texts/languages/mr.json?handoff', { with: { type: 'json' } })).default.handoff,
  gu: async () =>
    (await import('../../texts/languages/gu.json?handoff', { with: { type: 'json' } })).default.handoff,
  id: async () =>
    (await import('../../texts/languages/id.json?handoff', { with: { type: 'json' } })).default.handoff,
  ms: async () =>
    (await import('../../texts/languages/ms.json?handoff', { with: { type: 'json' } })).default.handoff,
  fil: async () =>
    (await import('../../texts/languages/fil.json?handoff', { with: { type: 'json' } })).default.handoff,
  vi: async () =>
    (await import('../../texts/languages/vi.json?handoff', { with: { type: 'json' } })).default.handoff,
  th: async () =>
    (await import('../../texts/languages/th.json?handoff', { with: { type: 'json' } })).default.handoff,
  ko: async () =>
    (await import('../../texts/languages/ko.json?handoff', { with: { type: 'json' } })).default.handoff,
  ja: async () =>
    (await import('../../texts/languages/ja.json?handoff', { with: { type: 'json' } })).default.handoff,
  'zh-Hans': async () =>
    (await import('../../texts/languages/zh-Hans.json?handoff', { with: { type: 'json' } })).default.handoff,
  'zh-Hant': async () =>
    (await import('../../texts/languages/zh-Hant.json?handoff', { with: { type: 'json' } })).default.handoff,
  'pt-BR': async () =>
    (await import('../../texts/languages/pt-BR.json?handoff', { with: { type: 'json' } })).default.handoff,
  'es-419': async () =>
    (await import('../../texts/languages/es-419.json?handoff', { with: { type: 'json' } })).default.handoff,
  sw: async () =>
    (await import('../../texts/languages/sw.json?handoff', { with: { type: 'json' } })).default.handoff,
  am: async () =>
    (await import('../../texts/languages/am.json?handoff', { with: { type: 'json' } })).default.handoff,
  af: async () =>
    (await import('../../texts/languages/af.json?handoff', { with: { type: 'json' } })).default.handoff,
};

/**
 * The texts of the hand-off in a language; English for an unknown tag.
 * @throws the platform's error if a file fails to load.
 */
export async function handoffTexts(tag: string): Promise<HandoffMessages> {
  if (Object.hasOwn(handoffFiles, tag)) return handoffFiles[tag as OtherLanguage]();
  return (await import('../../texts/en/enHandoff.ts')).enHandoff;
}
