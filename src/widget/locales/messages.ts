import type { enConsent } from './en/enConsent.ts';
import type { enEnd } from './en/enEnd.ts';
import type { enHandoff } from './en/enHandoff.ts';
import type { enRest } from './en/enRest.ts';
import type { enStart } from './en/enStart.ts';

/** A text with one form for each kind of number that the language has, as `Intl.PluralRules` calls them. */
export type PluralText = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The texts of the first screens and of the last. English is the shape that the others fill. */
export type StartMessages = Texts<typeof enStart & typeof enConsent & typeof enEnd>;
/** The texts of the details and the selfie. */
export type RestMessages = Texts<Omit<typeof enRest, keyof typeof enEnd>>;
/** The texts of the hand-off to a phone, which most people never see. */
export type HandoffMessages = Texts<typeof enHandoff>;

/** Every text of the widget in one language, and the BCP 47 tag of that language. */
export type Messages = { tag: string } & StartMessages & RestMessages & Partial<HandoffMessages>;

/**
 * Texts of the site's own, by language tag: some texts of a language that there is, or a language that there isn't.
 * What such a language leaves out is English.
 */
export type MessageOverrides = Record<string, Partially<StartMessages & RestMessages & HandoffMessages>>;

type Texts<T> = T extends string
  ? string
  : T extends { one: string; other: string }
    ? PluralText
    : { [Key in keyof T]: Texts<T[Key]> };

type Partially<T> = T extends string | PluralText ? T : { [Key in keyof T]?: Partially<T[Key]> };
