import type { IdvEventMap, IdvVerifyElement } from '../widget/index.js';

/** The attributes of `<idv-verify>`, as they are written in markup. */
export interface IdvVerifyAttributes {
  'session-url'?: string | null | undefined;
  'asset-base'?: string | null | undefined;
  /** Who asks, where people get help, the privacy notice, the way without the check. */
  'site-name'?: string | null | undefined;
  contact?: string | null | undefined;
  'privacy-url'?: string | null | undefined;
  'alternative-url'?: string | null | undefined;
  /** Test mode: who takes the selfie instead of a camera. */
  'test-face'?: IdvVerifyElement['testFace'] | undefined;
  /** A boolean attribute; frameworks write `""` for `true`. */
  'no-redirect'?: boolean | '' | undefined;
  locale?: string | null | undefined;
  /** Languages to choose from, comma separated. */
  languages?: string | null | undefined;
  /** All languages to choose from. A boolean attribute, as above. */
  'language-switch'?: boolean | '' | undefined;
  theme?: IdvVerifyElement['theme'] | undefined;
  mode?: IdvVerifyElement['mode'] | undefined;
  preset?: IdvVerifyElement['preset'] | undefined;
}

/** Properties without an attribute: objects and functions. */
export type IdvVerifyObjects = {
  [Name in 'session' | 'fetchSession' | 'limits' | 'messages']?: IdvVerifyElement[Name] | undefined;
};

/** Listeners under the names that a framework gives them. */
export type IdvVerifyListeners<Prefix extends string> = {
  [Name in keyof IdvEventMap as `${Prefix}${Name}`]?: ((event: IdvEventMap[Name]) => void) | undefined;
};
