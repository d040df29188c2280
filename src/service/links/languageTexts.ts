import { readdirSync, readFileSync } from 'node:fs';
import { type CorrectionReason, DOCUMENT_PHOTO } from '../../contract/caseStatus.ts';
import { enConsent } from '../../texts/en/enConsent.ts';
import { enDocument } from '../../texts/en/enDocument.ts';
import { enHandoff } from '../../texts/en/enHandoff.ts';
import { enLinks } from '../../texts/en/enLinks.ts';
import { enRest } from '../../texts/en/enRest.ts';
import { enStart } from '../../texts/en/enStart.ts';
import { enWallet } from '../../texts/en/enWallet.ts';

const FOLDER = new URL('../../texts/languages/', import.meta.url);
const english = {
  start: { ...enStart, ...enRest, ...enConsent, consent: { ...enStart.consent, ...enConsent.consent } },
  rest: enRest,
  document: enDocument,
  handoff: enHandoff,
  wallet: enWallet,
  links: enLinks,
};
/** All texts of a language, as its file in `src/texts/languages` has them. */
type Language = typeof english;

/** The texts of the hosted page and of messages with a link, in one language. */
export interface LinkTexts {
  mail: typeof enLinks.mail;
  page: ReturnType<typeof pageTexts>;
  /** Why a case asks the person again, as the page says it, by the code of its last error. */
  again: Readonly<Record<string, readonly string[]>>;
}

/** The languages of the hosted page, BCP 47: those of the widget. */
export const languages: readonly string[] = [
  'en',
  ...readdirSync(FOLDER).map((name) => name.replace(/\.json$/, '')),
];

const read = new Map<string, LinkTexts>();

/** The texts in a supported language; English for another one. */
export function textsIn(language: string): LinkTexts {
  const tag = languages.includes(language) ? language : 'en';
  let texts = read.get(tag);
  if (!texts) {
    const all =
      tag === 'en' ? english : (JSON.parse(readFileSync(new URL(`${tag}.json`, FOLDER), 'utf8')) as Language);
    texts = { mail: all.links.mail, page: pageTexts(all), again: againTexts(all) };
    read.set(tag, texts);
  }
  return texts;
}

/** What the hosted page says as the widget does has the widget's key: no text is translated twice. */
function pageTexts({ start, rest, document, handoff, wallet, links }: Language) {
  return {
    ...links.page,
    who: start.consent.who,
    runs: start.consent.runs,
    contact: start.consent.contact,
    privacy: start.consent.privacy,
    otherWay: start.consent.otherWay,
    withoutFace: start.consent.faceDecline,
    withoutFaceReview: start.consent.faceReview,
    stop: start.ask.stop,
    stopHint: start.consent.declineHint,
    stopYes: start.ask.yes,
    stopNo: start.ask.no,
    stoppedTitle: start.canceled.title,
    stoppedText: start.canceled.text,
    other: start.canceled.other,
    language: start.frame.language,
    next: start.frame.continue,
    again: start.frame.again,
    loading: start.frame.loading,
    testMode: start.frame.testMode,
    connection: start.errors.connection,
    busy: start.errors.unavailable,
    dateOfBirth: rest.details.dateOfBirth,
    noCameraTitle: rest.camera.unsupported,
    noCameraText: rest.camera.unsupportedText,
    browserOn: handoff.handoff.browserOn,
    unknownBrowser: handoff.handoff.unknownBrowser,
    copy: handoff.handoff.copy,
    copied: handoff.handoff.copied,
    documentTitle: document.consentTitle,
    walletTitle: wallet.share,
    goBack: wallet.computer,
  };
}

function againTexts({ start, rest, document }: Language): LinkTexts['again'] {
  const { other: _, ...reasons } = rest.selfieReasons;
  const { checkTitle, nameTitle, dateOfBirth, nationality, addressTitle, idNumber } = rest.details;
  const fields: Record<CorrectionReason, string> = {
    details_name: nameTitle,
    details_date_of_birth: dateOfBirth,
    details_nationality: nationality,
    details_address: addressTitle,
    details_national_id: idNumber,
  };
  return Object.fromEntries([
    ...Object.entries(reasons).map(([code, reason]) => [code, [reason, start.errors.challenge_expired]]),
    ...Object.entries(fields).map(([code, label]) => [code, [`${checkTitle} (${label})`]]),
    [DOCUMENT_PHOTO, [`${rest.sending.retake} (${document.consentTitle})`]],
  ]);
}
