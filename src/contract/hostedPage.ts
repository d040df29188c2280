import type { Branding } from './branding.ts';

/** The texts of the hosted page in one language. */
export type PageTexts = Readonly<Record<PageText, string>>;

type PageText =
  | 'who'
  | 'runs'
  | 'contact'
  | 'privacy'
  | 'otherWay'
  | 'withoutFace'
  | 'withoutFaceReview'
  | 'stop'
  | 'stopHint'
  | 'stopYes'
  | 'stopNo'
  | 'stoppedTitle'
  | 'stoppedText'
  | 'other'
  | 'language'
  | 'next'
  | 'again'
  | 'loading'
  | 'testMode'
  | 'dateOfBirth'
  | 'noCameraTitle'
  | 'noCameraText'
  | 'connection'
  | 'busy'
  | 'endedTitle'
  | 'endedText'
  | 'birthText'
  | 'birthWrong'
  | 'needsScript'
  | 'copy'
  | 'copied'
  | 'phoneTitle'
  | 'documentTitle'
  | 'walletTitle'
  | 'started'
  | 'browserOn'
  | 'unknownBrowser'
  | 'notMine'
  | 'enterDigits'
  | 'goBack'
  | 'phoneEnded'
  | 'codeLabel';

/** The site's identity before a link is redeemed: the same for every link. */
export interface ShownSite extends Branding {
  /** Whether this is the branding of test mode because live mode has none. The page then shows a note. */
  isTest: boolean;
}

/** What the hosted page tells its script, as JSON in `data-page` of its root element. */
export interface HostedPageData {
  /** The path of the service, without a slash at its end. */
  base: string;
  /** The languages of the page, BCP 47. */
  languages: readonly string[];
  /** The texts of the page's own language, so that it can say something without another request. */
  texts: PageTexts;
  site: Omit<ShownSite, 'frameAncestors'>;
}

/** The response of GET /verify/texts. */
export interface LoadedTexts {
  language: string;
  dir: 'ltr' | 'rtl';
  texts: PageTexts;
}
