import type { enConsent } from '../../texts/en/enConsent.ts';
import type { enEnd } from '../../texts/en/enEnd.ts';
import type { enHandoff } from '../../texts/en/enHandoff.ts';
import type { enRest } from '../../texts/en/enRest.ts';
import type { enStart } from '../../texts/en/enStart.ts';

/** A text with one form per plural category of the language, as named by `Intl.PluralRules`. */
export type PluralText = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The texts of the first and the last screens. The English texts define the shape for all languages. */
export type StartMessages = Texts<typeof enStart & typeof enConsent & typeof enEnd>;
/** The texts of the details and the selfie. */
export type RestMessages = Texts<Omit<typeof enRest, keyof typeof enEnd>>;
/** The texts of the hand-off to a phone, which most people never see. */
export type HandoffMessages = Texts<typeof enHandoff>;

/** Every text of the widget in one language, and the BCP 47 tag of that language. */
export type Messages = { tag: string } & StartMessages & RestMessages & Partial<HandoffMessages>;

/**
 * The site's own texts by language tag: replacements for some texts of a supported language, or the texts of an
 * additional language. Missing texts of an additional language are in English.
 */
export type MessageOverrides = Record<string, Partially<StartMessages & RestMessages & HandoffMessages>>;

type Texts<T> = T extends string
  ? string
  : T extends { one: string; other: string }
    ? PluralText
    : { [Key in keyof T]: Texts<T[Key]> };

type Partially<T> = T extends string | PluralText ? T : { [Key in keyof T]?: Partially<T[Key]> };
