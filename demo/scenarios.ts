/** What can be chosen of an application. */
export type Control =
  | 'scenario'
  | 'brand'
  | 'camera'
  | 'look'
  | 'theme'
  | 'language'
  | 'mode'
  | 'frame'
  | 'fields'
  | 'prefill'
  | 'document'
  | 'attempts'
  | 'age'
  | 'spoof';
/** A possible course of a verification, in words. */
export interface Scenario {
  name: string;
  /** Its result, for the list. */
  ends: string;
  group: keyof typeof groups;
  /** The statuses of the case at which it has come to its result. */
  reaches: readonly string[];
  /** The values that its controls may have, so that it does what it says; the first one is set in place of another. */
  needs?: Partial<Record<Control, readonly string[]>>;
}

/** The scenarios by how they end, in the order of the list. */
export const groups = {
  well: 'Ends well',
  again: 'Is asked again',
  person: 'A person decides',
  world: 'The world fails',
} as const;

/** What a wallet proves, or the comparison with a picture of the site, is shown without a document beside it. */
const NO_DOCUMENT = { document: ['off'] } as const;
/** A document is read only where one is asked for. */
const A_DOCUMENT = { document: ['require'] } as const;
/** A wallet is offered only to people whose details are not known. */
const NOTHING_KNOWN = { prefill: ['no'], ...NO_DOCUMENT } as const;
/** Who is in the test wallet is younger than the oldest rule. */
const OLD_ENOUGH = { age: ['18', '0', '16', '21', '25'] } as const;
/** Who has one attempt is not asked again. */
const MORE_ATTEMPTS = { attempts: ['3', '2', '5'] } as const;
/** Thea, whom the test wallet offers first, has the first of the drawn faces, which a case with a wallet shows by itself. */
const FACE_OF_THEA = { camera: ['any', 'test', 'test-1'] } as const;
const BY_REVIEWER = 'typed instead, a reviewer decides';

/** The outcomes that test mode can force, and the faults that can be simulated. */
export const scenarios: Record<string, Scenario> = {
  own: {
    name: 'Your own details',
    ends: 'checked as they are',
    group: 'well',
    reaches: ['approved', 'in_review', 'declined'],
  },
  approve: { name: 'All is well', ends: 'approved', group: 'well', reaches: ['approved'] },
  document: {
    name: 'A document in the hand',
    ends: 'read, its portrait compared with the selfie, approved',
    group: 'well',
    reaches: ['approved'],
    // Name and birthday of the site stand on the drawn document, and the test face is its person.
    needs: { ...A_DOCUMENT, prefill: ['yes'], camera: ['test'] },
  },
  wallet: {
    name: 'Details from a wallet',
    ends: 'proven, compared with the portrait, approved',
    group: 'well',
    reaches: ['approved'],
    needs: { ...NOTHING_KNOWN, ...FACE_OF_THEA, ...OLD_ENOUGH },
  },
  wallet_link: {
    name: 'A wallet behind a link',
    ends: 'the same in a browser without its own way to wallets',
    group: 'well',
    reaches: ['approved'],
    needs: { ...NOTHING_KNOWN, ...FACE_OF_THEA, ...OLD_ENOUGH },
  },
  handoff: {
    name: 'A phone for this computer',
    ends: 'the phone takes the selfie, the computer goes on by itself',
    group: 'well',
    reaches: ['approved'],
    needs: NO_DOCUMENT,
  },
  hosted_link: {
    name: 'A link instead of a page',
    ends: 'the service’s own page does it all, then leads back',
    group: 'well',
    reaches: ['approved'],
  },
  slow_10: {
    name: 'Slow checks',
    ends: 'approved after ten seconds',
    group: 'well',
    reaches: ['approved'],
  },
  second_tab: {
    name: 'A second tab',
    ends: 'finished in one tab, the other goes on to the end',
    group: 'well',
    reaches: ['approved'],
  },
  selfie_retry_1: {
    name: 'A poor selfie first',
    ends: 'asked again, then approved',
    group: 'again',
    reaches: ['approved'],
    needs: MORE_ATTEMPTS,
  },
  document_unreadable: {
    name: 'A document that cannot be read',
    ends: 'asked again, a reviewer decides after the last attempt',
    group: 'again',
    reaches: ['in_review'],
    needs: A_DOCUMENT,
  },
  document_other_face: {
    name: 'Another face than the document’s',
    ends: 'asked again, a reviewer decides after the last attempt',
    group: 'again',
    reaches: ['in_review'],
    needs: { ...A_DOCUMENT, ...MORE_ATTEMPTS },
  },
  face_mismatch: {
    name: 'Another face than the reference',
    ends: 'asked again, declined after the last attempt',
    group: 'again',
    reaches: ['declined'],
    // Nobody is declined for a face unlike a document's portrait, which may be ten years old.
    needs: { ...MORE_ATTEMPTS, ...NO_DOCUMENT },
  },
  credential_other_face: {
    name: 'Another face than the portrait',
    ends: 'asked again, declined after the last attempt',
    group: 'again',
    reaches: ['declined'],
    needs: { ...MORE_ATTEMPTS, ...NO_DOCUMENT },
  },
  camera_refused: {
    name: 'The camera is refused',
    ends: 'another way is offered',
    group: 'again',
    reaches: ['in_review'],
    // A test face needs no camera, so nothing would be refused.
    needs: { camera: ['real'], ...NO_DOCUMENT },
  },
  document_expired: {
    name: 'A document that has expired',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
    needs: A_DOCUMENT,
  },
  document_differs: {
    name: 'A document of somebody else',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
    needs: A_DOCUMENT,
  },
  document_missing: {
    name: 'No document at hand',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
    needs: A_DOCUMENT,
  },
  spoof: {
    name: 'A picture of a picture',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  aml_possible: {
    name: 'A similar name on a list',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  aml_sanction: {
    name: 'A name on a sanctions list',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  aml_pep: {
    name: 'A politically exposed person',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
  },
  real_name: {
    name: 'A name of the lists that are loaded',
    ends: 'found on them, a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
    needs: OLD_ENOUGH,
  },
  desk: {
    name: 'You are the reviewer',
    ends: 'in review, until you decide it at the desk',
    group: 'person',
    reaches: ['in_review', 'approved', 'declined'],
  },
  review_approve: {
    name: 'A reviewer approves',
    ends: 'in review, approved after ten seconds',
    group: 'person',
    reaches: ['approved'],
  },
  review_decline: {
    name: 'A reviewer declines',
    ends: 'in review, declined after ten seconds',
    group: 'person',
    reaches: ['declined'],
  },
  credential_revoked: {
    name: 'A credential that was revoked',
    ends: BY_REVIEWER,
    group: 'person',
    reaches: ['in_review'],
    needs: NO_DOCUMENT,
  },
  credential_expired: {
    name: 'A credential that has expired',
    ends: BY_REVIEWER,
    group: 'person',
    reaches: ['in_review'],
    needs: NO_DOCUMENT,
  },
  credential_untrusted: {
    name: 'A credential of an unknown issuer',
    ends: BY_REVIEWER,
    group: 'person',
    reaches: ['in_review'],
    needs: NO_DOCUMENT,
  },
  credential_no_portrait: {
    name: 'A credential without a portrait',
    ends: 'a reviewer decides',
    group: 'person',
    reaches: ['in_review'],
    needs: NO_DOCUMENT,
  },
  underage: { name: 'Too young', ends: 'declined', group: 'world', reaches: ['declined'] },
  aml_down: {
    name: 'The lists cannot be read',
    ends: 'waits for the lists, a reviewer decides after 15 minutes',
    group: 'world',
    reaches: ['processing'],
  },
  error_503: {
    name: 'The service fails once',
    ends: 'sent again by itself, then approved',
    group: 'world',
    reaches: ['approved'],
  },
  backend_away: {
    name: 'Your back end is away',
    ends: 'a message with a button to try again',
    group: 'world',
    reaches: ['approved'],
  },
  session_over: {
    name: 'The session runs out',
    ends: 'renewed, nothing typed is lost',
    group: 'world',
    reaches: ['approved'],
  },
  webhook_lost: {
    name: 'A webhook is lost',
    ends: 'delivered again, or found by asking',
    group: 'world',
    reaches: ['approved'],
  },
};
