import type { OtherLanguage } from './languageTags.ts';
import type { HandoffMessages } from './messages.ts';

type File = Promise<{ default: HandoffMessages }>;

/** The texts of the hand-off in every language of `languageTags` but English, a file each. The imports are literal, since bundlers follow no others. */
export const handoffFiles: Record<OtherLanguage, () => File> = {
  bg: () => import('./handoff/handoff-bg.json', { with: { type: 'json' } }),
  hr: () => import('./handoff/handoff-hr.json', { with: { type: 'json' } }),
  cs: () => import('./handoff/handoff-cs.json', { with: { type: 'json' } }),
  da: () => import('./handoff/handoff-da.json', { with: { type: 'json' } }),
  nl: () => import('./handoff/handoff-nl.json', { with: { type: 'json' } }),
  et: () => import('./handoff/handoff-et.json', { with: { type: 'json' } }),
  fi: () => import('./handoff/handoff-fi.json', { with: { type: 'json' } }),
  fr: () => import('./handoff/handoff-fr.json', { with: { type: 'json' } }),
  de: () => import('./handoff/handoff-de.json', { with: { type: 'json' } }),
  el: () => import('./handoff/handoff-el.json', { with: { type: 'json' } }),
  hu: () => import('./handoff/handoff-hu.json', { with: { type: 'json' } }),
  ga: () => import('./handoff/handoff-ga.json', { with: { type: 'json' } }),
  it: () => import('./handoff/handoff-it.json', { with: { type: 'json' } }),
  lv: () => import('./handoff/handoff-lv.json', { with: { type: 'json' } }),
  lt: () => import('./handoff/handoff-lt.json', { with: { type: 'json' } }),
  mt: () => import('./handoff/handoff-mt.json', { with: { type: 'json' } }),
  pl: () => import('./handoff/handoff-pl.json', { with: { type: 'json' } }),
  'pt-PT': () => import('./handoff/handoff-pt-PT.json', { with: { type: 'json' } }),
  ro: () => import('./handoff/handoff-ro.json', { with: { type: 'json' } }),
  sk: () => import('./handoff/handoff-sk.json', { with: { type: 'json' } }),
  sl: () => import('./handoff/handoff-sl.json', { with: { type: 'json' } }),
  es: () => import('./handoff/handoff-es.json', { with: { type: 'json' } }),
  sv: () => import('./handoff/handoff-sv.json', { with: { type: 'json' } }),
  nb: () => import('./handoff/handoff-nb.json', { with: { type: 'json' } }),
  is: () => import('./handoff/handoff-is.json', { with: { type: 'json' } }),
  tr: () => import('./handoff/handoff-tr.json', { with: { type: 'json' } }),
  uk: () => import('./handoff/handoff-uk.json', { with: { type: 'json' } }),
  ru: () => import('./handoff/handoff-ru.json', { with: { type: 'json' } }),
  'sr-Cyrl': () => import('./handoff/handoff-sr-Cyrl.json', { with: { type: 'json' } }),
  'sr-Latn': () => import('./handoff/handoff-sr-Latn.json', { with: { type: 'json' } }),
  sq: () => import('./handoff/handoff-sq.json', { with: { type: 'json' } }),
  mk: () => import('./handoff/handoff-mk.json', { with: { type: 'json' } }),
  bs: () => import('./handoff/handoff-bs.json', { with: { type: 'json' } }),
  ca: () => import('./handoff/handoff-ca.json', { with: { type: 'json' } }),
  ka: () => import('./handoff/handoff-ka.json', { with: { type: 'json' } }),
  hy: () => import('./handoff/handoff-hy.json', { with: { type: 'json' } }),
  kk: () => import('./handoff/handoff-kk.json', { with: { type: 'json' } }),
  ar: () => import('./handoff/handoff-ar.json', { with: { type: 'json' } }),
  he: () => import('./handoff/handoff-he.json', { with: { type: 'json' } }),
  fa: () => import('./handoff/handoff-fa.json', { with: { type: 'json' } }),
  ur: () => import('./handoff/handoff-ur.json', { with: { type: 'json' } }),
  hi: () => import('./handoff/handoff-hi.json', { with: { type: 'json' } }),
  bn: () => import('./handoff/handoff-bn.json', { with: { type: 'json' } }),
  ta: () => import('./handoff/handoff-ta.json', { with: { type: 'json' } }),
  te: () => import('./handoff/handoff-te.json', { with: { type: 'json' } }),
  mr: () => import('./handoff/handoff-mr.json', { with: { type: 'json' } }),
  gu: () => import('./handoff/handoff-gu.json', { with: { type: 'json' } }),
  id: () => import('./handoff/handoff-id.json', { with: { type: 'json' } }),
  ms: () => import('./handoff/handoff-ms.json', { with: { type: 'json' } }),
  fil: () => import('./handoff/handoff-fil.json', { with: { type: 'json' } }),
  vi: () => import('./handoff/handoff-vi.json', { with: { type: 'json' } }),
  th: () => import('./handoff/handoff-th.json', { with: { type: 'json' } }),
  ko: () => import('./handoff/handoff-ko.json', { with: { type: 'json' } }),
  ja: () => import('./handoff/handoff-ja.json', { with: { type: 'json' } }),
  'zh-Hans': () => import('./handoff/handoff-zh-Hans.json', { with: { type: 'json' } }),
  'zh-Hant': () => import('./handoff/handoff-zh-Hant.json', { with: { type: 'json' } }),
  'pt-BR': () => import('./handoff/handoff-pt-BR.json', { with: { type: 'json' } }),
  'es-419': () => import('./handoff/handoff-es-419.json', { with: { type: 'json' } }),
  sw: () => import('./handoff/handoff-sw.json', { with: { type: 'json' } }),
  am: () => import('./handoff/handoff-am.json', { with: { type: 'json' } }),
  af: () => import('./handoff/handoff-af.json', { with: { type: 'json' } }),
};

/**
 * The texts of the hand-off in a language; English for an unknown tag.
 * @throws the platform's error if a file fails to load.
 */
export async function handoffTexts(tag: string): Promise<HandoffMessages> {
  if (Object.hasOwn(handoffFiles, tag)) return (await handoffFiles[tag as OtherLanguage]()).default;
  return (await import('./en/enHandoff.ts')).enHandoff;
}
