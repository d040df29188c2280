import { canonicalTag } from './locales/languageTags.ts';
import { reportNotice } from './reportNotice.ts';
import { webAddress } from './step/siteOf.ts';

/**
 * Reports each invalid attribute value once.
 * @param reported problems reported already; the function adds to it.
 */
export function reportAttributes(element: HTMLElement & CheckedAttributes, reported: Set<string>): void {
  for (const problem of attributeProblems(element)) {
    if (!reported.has(problem)) reportNotice(element, 'attribute_invalid', problem);
    reported.add(problem);
  }
}

/** The values allowed for attributes with a closed set. */
const VALUES = {
  theme: ['auto', 'light', 'dark'],
  mode: ['inline', 'modal'],
  preset: ['soft', 'sharp', 'plain'],
};

export type CheckedAttributes = Record<'locale' | 'privacyUrl' | 'alternativeUrl', string | null> &
  Record<keyof typeof VALUES, string | null>;

/** A sentence for each unsupported attribute value. */
function attributeProblems(attributes: CheckedAttributes): string[] {
  const problems: string[] = [];
  const { locale, privacyUrl, alternativeUrl } = attributes;
  if (locale && canonicalTag(locale).length === 0)
    problems.push(`locale="${locale}" is not a language tag (BCP 47).`);
  for (const [name, address] of [
    ['privacy-url', privacyUrl],
    ['alternative-url', alternativeUrl],
  ] as const) {
    if (address && !webAddress(address)) problems.push(`${name}="${address}" is not an http(s) URL.`);
  }
  for (const [name, values] of Object.entries(VALUES)) {
    const value = attributes[name as keyof typeof VALUES];
    if (value && !values.includes(value))
      problems.push(`${name}="${value}" is not one of ${values.join(', ')}.`);
  }
  return problems;
}
