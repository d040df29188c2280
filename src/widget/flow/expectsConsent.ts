import type { Drafts } from '../step/step.ts';

/**
 * Whether to show the consent while the case is still loading. On a first visit consent is nearly always the first
 * screen; after a reload or a return, the person continues with another screen. If the page does not set its language,
 * the case may. The consent is then shown early in English only, so that its language seldom changes while the person
 * reads.
 * @param locale the attribute of the element.
 */
export function expectsConsent({ caseId }: Drafts, locale: string | null): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isKnown = Boolean(locale || document.documentElement.lang) || /^en\b/i.test(navigator.language);
  return caseId === null && visit?.type === 'navigate' && isKnown;
}
