import type { Drafts } from '../step/step.ts';

/**
 * Whether the consent may be shown while the case is still being read. On a new visit it nearly always comes first; a
 * reload or the way back goes on where the person was. Where the page doesn't say its language, the case may: then the consent
 * is shown ahead in English alone, so that it seldom changes its language under the person's eyes.
 * @param locale the attribute of the element.
 */
export function expectsConsent({ caseId }: Drafts, locale: string | null): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isSaid = Boolean(locale || document.documentElement.lang) || /^en\b/i.test(navigator.language);
  return caseId === null && visit?.type === 'navigate' && isSaid;
}
