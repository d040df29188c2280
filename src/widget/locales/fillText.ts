import { type Language, languageTags } from './languageTags.ts';
import type { PluralText } from './messages.ts';

/** The languages of the widget that do not write the digits of ASCII. */
const OWN_DIGITS = ['bn', 'fa', 'mr'];

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
    return typeof value === 'number' ? numberIn(tag, value) : (value ?? whole);
  });
}

/** A number in the digits of the language. The first use of `Intl.NumberFormat` takes up to 0.1 s on a phone. */
function numberIn(tag: string, value: number): string {
  const isPlain =
    Number.isInteger(value) && languageTags.includes(tag as Language) && !OWN_DIGITS.includes(tag);
  return isPlain ? `${value}` : new Intl.NumberFormat(tag, { useGrouping: false }).format(value);
}

function kindOf(tag: string, count: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(tag).select(count);
}
