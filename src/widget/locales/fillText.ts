import type { PluralText } from './messages.ts';

/**
 * Replaces the `{name}` placeholders of a text; numbers are formatted in the language. The value `n` selects among the
 * plural forms of a text.
 * @param tag the language of the text, BCP 47.
 */
export function fillText(
  tag: string,
  text: string | PluralText,
  values: Readonly<Record<string, string | number>>,
): string {
  const form = typeof text === 'string' ? text : (text[kindOf(tag, Number(values['n']))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (typeof value === 'number') return new Intl.NumberFormat(tag, { useGrouping: false }).format(value);
    return value ?? whole;
  });
}

function kindOf(tag: string, count: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(tag).select(count);
}
