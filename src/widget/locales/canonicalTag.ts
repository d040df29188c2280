/** A language tag as it is to be written, BCP 47; nothing if it is none: browsers have been seen to name `en-US@posix`. */
export function canonicalTag(tag: string | null): string[] {
  try {
    return Intl.getCanonicalLocales(tag || []);
  } catch {
    return [];
  }
}
