import type {
  DocumentChecks,
  DocumentReason,
  DocumentSignals,
  DocumentStatus,
} from '../../contract/documentCheck.ts';
import type { DocumentType } from '../../contract/policy.ts';
import { testDocumentNumber } from '../../contract/testDocument.ts';
import { type ReadableLicence, stateOf } from '../../document/index.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { differingFields } from '../details/compareDocument.ts';
import { licenceFields, type ReadFields } from '../details/documentFields.ts';
import type { DocumentExamination, ExaminedSide, KeptZone } from '../selfies/examiner.ts';
import { kindOfZone } from './kindOfZone.ts';
import { noDocumentSignals, nothingChecked } from './viewDocument.ts';

/** What the pictures of a document established. */
export interface DocumentVerdict {
  status: Extract<DocumentStatus, 'read' | 'captured' | 'unreadable'>;
  fields: ReadFields | null;
  /** Most serious first. */
  reasons: DocumentReason[];
  checks: DocumentChecks;
  signals: DocumentSignals;
  portrait: DocumentExamination['portrait'];
}

interface Judged {
  row: CaseRow;
  /** The kind of document that the person chose. */
  type: DocumentType | null;
  source: 'camera' | 'upload';
  /** Whether the customer's back end sent the pictures. */
  byBackEnd: boolean;
  /** The day of today, YYYY-MM-DD. */
  today: string;
}

/** How often pictures without a zone are refused; then it is a document that no machine reads. */
const REFUSALS = 2;

/** Judges what was seen by the policy of the case. Details are compared later. */
export function judgeDocument(
  { row, type, source, byBackEnd, today }: Judged,
  { sides, portrait }: DocumentExamination,
): DocumentVerdict {
  const zones = sides.flatMap(({ zone }) => zone ?? []);
  const licences = sides.flatMap(({ licence }) => licence ?? []);
  const [zone] = zones;
  const licence = licences.find(isWhole);
  const checks: DocumentChecks = { ...nothingChecked, portrait: portrait.use };
  const signals: DocumentSignals = { ...noDocumentSignals, ...signalsOf(sides) };
  const kind = zone && kindOfZone(zone, type);
  const fields = zone && kind ? fieldsOf(zone, kind.type) : licence ? licenceFields(licence) : null;
  const read = sides.find((side) => (zone ? side.zone === zone : side.licence === licence));
  if (!fields) {
    // Of a barcode that lacks something a reviewer reads the rest.
    const isWithoutZone = type === 'driving_licence' || licences.length > 0;
    const isCaptured = isWithoutZone || isCardWithoutZone(row, type, sides);
    const isReplaced = signals.trailAgrees === false;
    const reasons: DocumentReason[] = [
      ...(isReplaced ? ['document_replayed' as const] : []),
      isCaptured ? 'document_captured' : problemOf(sides),
    ];
    const status = isCaptured ? 'captured' : 'unreadable';
    return { status, fields: null, reasons, checks, signals, portrait };
  }
  checks.checkDigits = zone ? digitsOf(zone) : null;
  const expiry = fields.expiresOn.iso;
  checks.expiry = expiry === null ? 'unknown' : expiry < today ? 'expired' : 'valid';
  checks.sides = sidesOf(zones, licences);
  const isReplaced = signals.trailAgrees === false || sides.some(({ stillsAgree }) => !stillsAgree);
  const isFromCamera =
    source === 'camera' &&
    (isFilmed(sides, signals) || (byBackEnd && row.policy.documentUpload === 'enable'));
  const reasons = reasonsOf(row, {
    ...{ fields, checks, isReplaced, isFromCamera },
    isTypeTold: kind?.isTold ?? true,
  });
  return { status: 'read', fields: { ...fields, side: read!.side }, reasons, checks, signals, portrait };
}

/**
 * Whether the small frames of a camera stand for the stills: each side has some, and some of them show its number or portrait.
 * Those that show another one are told by a reason of their own.
 */
function isFilmed(sides: readonly ExaminedSide[], { trailAgrees }: DocumentSignals): boolean {
  return trailAgrees !== null && sides.every(({ hasTrail }) => hasTrail);
}

/** Whether a barcode says all that a zone would. */
function isWhole({ problems }: ReadableLicence): boolean {
  return problems.length === 0;
}

/**
 * Compares what was read of the sides. A card that has both a zone and a barcode numbers them differently: of these two the
 * person and the expiry are compared.
 */
function sidesOf(zones: readonly KeptZone[], licences: readonly ReadableLicence[]): DocumentChecks['sides'] {
  if (zones.length + licences.length < 2) return 'one_side';
  const isOther =
    zones.some(({ number }) => number !== zones[0]!.number) ||
    licences.some(({ number }) => number !== licences[0]!.number) ||
    zones.some((zone) => licences.some((licence) => isOtherPerson(zone, licence)));
  return isOther ? 'differ' : 'agree';
}

function isOtherPerson(
  zone: KeptZone,
  { familyName, givenName, dateOfBirth, ...licence }: ReadableLicence,
): boolean {
  const truncated = licence.truncated === 'possible' ? licence.truncated : zone.truncated;
  const person = {
    ...(familyName && { familyName }),
    ...(givenName && { givenName }),
    ...(dateOfBirth && { dateOfBirth }),
  };
  const { iso } = zone.expiresOn;
  const isOtherExpiry = iso !== null && licence.expiresOn !== null && iso !== licence.expiresOn;
  return isOtherExpiry || differingFields({ ...zone, truncated }, person).length > 0;
}

/** A card whose sides were both seen clearly, and that shows no zone a second time. */
function isCardWithoutZone(row: CaseRow, type: DocumentType | null, sides: readonly ExaminedSide[]): boolean {
  const isCard = type === 'id_card' || type === 'residence_permit';
  const isClear = sides.length === 2 && sides.every(({ problem }) => problem === 'not_found');
  return isCard && isClear && row.facts.documentAttempts >= REFUSALS;
}

const PROBLEMS: Partial<Record<NonNullable<ExaminedSide['problem']>, DocumentReason>> = {
  not_found: 'document_not_found',
  cut_off: 'document_cut_off',
  blurred: 'document_blurred',
  hold_still: 'document_blurred',
  glare: 'document_glare',
};

/** The side that came nearest to being read says what to do better. */
function problemOf(sides: readonly ExaminedSide[]): DocumentReason {
  const nearest = sides.find(({ problem }) => problem !== 'not_found') ?? sides[0];
  return PROBLEMS[nearest?.problem ?? 'not_found'] ?? 'document_unreadable';
}

function signalsOf(sides: readonly ExaminedSide[]): Partial<DocumentSignals> {
  const read = sides.find(({ zone }) => zone !== null) ?? sides[0];
  const trails = sides.map(({ signals }) => signals.trailAgrees).filter((agrees) => agrees !== null);
  return { ...read?.signals, trailAgrees: trails.length > 0 ? trails.every(Boolean) : null };
}

/** Whether there is a number, and something of a birth date. Fillers alone satisfy their check digits. */
function isIdentifying({ number, dateOfBirth }: Pick<ReadFields, 'number' | 'dateOfBirth'>): boolean {
  return Boolean(number) && /\d/.test(dateOfBirth.raw);
}

function digitsOf({
  checkDigits,
}: Pick<KeptZone, 'checkDigits'>): NonNullable<DocumentChecks['checkDigits']> {
  // A composite or optional digit may be left open; number and dates have one on every document. Of characters in doubt it is not known.
  const { number, birth, expiry, ...others } = checkDigits;
  const all = [number, birth, expiry, ...Object.values(others)];
  if (all.includes('fail')) return 'fail';
  if (all.includes(null)) return 'partial';
  return number === 'pass' && birth === 'pass' && (expiry ?? 'pass') === 'pass' ? 'pass' : 'partial';
}

const FORMATS = { TD1: 'TD1', TD2: 'TD2', TD3: 'TD3', MRVA: 'MRV_A', MRVB: 'MRV_B' } as const;

function fieldsOf(zone: KeptZone, type: DocumentType | null): Omit<ReadFields, 'side'> {
  const { code, familyName, givenName, truncated, dateOfBirth, nationality, issuingState, number } = zone;
  const { sex, expiresOn, format, lines } = zone;
  return {
    ...{ code, familyName, givenName, truncated, dateOfBirth, nationality, issuingState, number },
    ...{ sex, expiresOn, type, format: FORMATS[format], lines },
  };
}

function reasonsOf(
  { policy, mode }: CaseRow,
  {
    fields,
    checks,
    isReplaced,
    isFromCamera,
    isTypeTold,
  }: Pick<DocumentVerdict, 'checks'> & {
    fields: Omit<ReadFields, 'side'>;
    /** Whether pictures show another document than the one that was read. */
    isReplaced: boolean;
    /** Whether it is known that a camera made the pictures for this check. A page's own word does not count. */
    isFromCamera: boolean;
    isTypeTold: boolean;
  },
): DocumentReason[] {
  const state = stateOf(fields.issuingState);
  const isSpecimen = state?.kind === 'specimen';
  const { documentTypes, documentCountries } = policy;
  const countries: readonly string[] = documentCountries;
  const isCountryRefused =
    countries.length > 0 && !isSpecimen && !(state?.kind === 'country' && countries.includes(state.country));
  const isTypeRefused =
    fields.type === null ||
    !documentTypes.includes(fields.type) ||
    (!isTypeTold && !CARDS.every((card) => documentTypes.includes(card)));
  const lacksExpiry = checks.expiry === 'unknown' && policy.documentExpired !== 'accept';
  const found: [DocumentReason, boolean][] = [
    ['document_specimen', isSpecimen && mode === 'live'],
    ['document_test', isSpecimen && mode === 'live' && fields.number === testDocumentNumber],
    ['document_replayed', isReplaced],
    ['document_check_digits', checks.checkDigits === 'fail'],
    ['document_sides_differ', checks.sides === 'differ'],
    ['document_type_not_accepted', isTypeRefused],
    ['document_country_not_accepted', isCountryRefused],
    ['document_expired', checks.expiry === 'expired' && policy.documentExpired !== 'accept'],
    // A file says nothing about how it was made, and what is not there cannot be valid: a person looks at it.
    ['document_captured', !isFromCamera || lacksExpiry || !isIdentifying(fields)],
  ];
  return found.filter(([, isSo]) => isSo).map(([reason]) => reason);
}

/** Kinds whose zones may look the same: where one of them is not accepted, nobody's word for the other is. */
const CARDS: readonly DocumentType[] = ['id_card', 'residence_permit'];
