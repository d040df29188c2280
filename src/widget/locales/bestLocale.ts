import { canonicalTag } from './languageTags.ts';

/**
 * Selects the best available language. Most requests match directly; the others (`es-MX`, `zh-HK`, `nn`) need the CLDR
 * matcher, which is loaded only for them.
 * @param wished BCP 47 tags in order of preference; invalid tags are ignored.
 * @param available tags, of which `en` is one.
 */
export async function bestLocale(
  wished: readonly (string | null)[],
  available: readonly string[],
): Promise<string> {
  const tags = wished.flatMap(canonicalTag);
  if (!tags[0]) return 'en';
  const plain = plainMatch(tags[0], available);
  if (plain) return plain;
  const { match } = await import('@formatjs/intl-localematcher');
  return match(tags, available, 'en');
}

/**
 * A unique match: the same tag, the only available one of its language, or the only one of its script. The platform's
 * data are used for the script only, because their first use is slow.
 * @param tag in canonical form.
 */
function plainMatch(tag: string, available: readonly string[]): string | undefined {
  if (available.includes(tag)) return tag;
  const [language] = tag.split('-');
  const isOnly = !available.some((other) => other.startsWith(`${language}-`));
  const fitting = isOnly ? language : `${language}-${new Intl.Locale(tag).maximize().script}`;
  return available.find((other) => other === fitting);
}
