import { randomBytes } from 'node:crypto';

/**
 * Unique texts, by the field that contains them: details of the person, typed and from a wallet, the customer's data
 * about the case, a reviewer's notes, and the pictures.
 */
export type Canaries = Record<(typeof fields)[number], string>;

const fields = [
  'givenName',
  'familyName',
  'nativeName',
  'line1',
  'city',
  'email',
  'national',
  'prefill',
  'picture',
  'provenName',
  'provenStreet',
  'portrait',
  'note',
  'reason',
  'returnUrl',
  'returnPath',
  'state',
  'clientReferenceId',
  'metadata',
  'metadataKey',
  'idempotencyKey',
  'middleName',
  'line2',
  'region',
  'postalCode',
  'nationalType',
  'consentText',
  'textVersion',
  'cameraLabel',
] as const;

/**
 * The canary in each field that a page can fill, or why it has none. A field of the contract that is missing here fails the
 * proof.
 */
export const canaryOf: Record<string, (typeof fields)[number] | { none: string }> = {
  'giveConsent.text': 'consentText',
  'giveConsent.textVersion': 'textVersion',
  'giveConsent.locale': { none: 'a language tag; sealed with the version' },
  'giveConsent.textHash': { none: 'must be the hash of the text' },
  'submitPersonalDetails.givenName': 'givenName',
  'submitPersonalDetails.middleName': 'middleName',
  'submitPersonalDetails.familyName': 'familyName',
  'submitPersonalDetails.nativeName': 'nativeName',
  'submitPersonalDetails.dateOfBirth': { none: 'a date, sealed with the name' },
  'submitPersonalDetails.address.line1': 'line1',
  'submitPersonalDetails.address.line2': 'line2',
  'submitPersonalDetails.address.city': 'city',
  'submitPersonalDetails.address.region': 'region',
  'submitPersonalDetails.address.postalCode': 'postalCode',
  'submitPersonalDetails.email': 'email',
  'submitPersonalDetails.phone': { none: 'digits, sealed with the name' },
  'submitPersonalDetails.nationalId.type': 'nationalType',
  'submitPersonalDetails.nationalId.number': 'national',
  'startSelfieCheck.caseId': { none: 'must be the id of the case' },
  'captureSelfie.nonce': { none: 'must be the nonce of the challenge' },
  'startDocumentCheck.caseId': { none: 'must be the id of the case' },
  'captureDocument.nonce': { none: 'must be the nonce of the check' },
  'captureSelfie.cameraLabel': 'cameraLabel',
  'confirmHandoff.digits': { none: 'four digits' },
  'startCredentialRequest.origin': { none: 'must be an origin of the session key' },
  'startCredentialRequest.returnPath': 'returnPath',
  'answerCredentialRequest.protocol': { none: 'must be the protocol of the request' },
  'answerCredentialRequest.data': 'provenName',
};

/** Random letters. */
const letters = (count: number) =>
  [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/**
 * The common prefix of all canaries of this process, so that one search finds any of them. Its first letter is valid in
 * a name.
 */
export const canaryMark = `Q${letters(8)}`;

export function newCanaries(): Canaries {
  return Object.fromEntries(fields.map((field) => [field, `${canaryMark}${letters(11)}`])) as Canaries;
}
