import type { DocumentContent, DocumentField } from '../../contract/documentCheck.ts';
import type { DocumentType } from '../../contract/policy.ts';
import { detailsReading, differingReadings, TRANSCRIBED } from '../details/transcription.ts';
import type { DocumentEvidence } from './documentEvidence.ts';
import { isUnexamined, NOT_ESTABLISHED, PORTRAITS, REASONS, WAS_REPLAYED } from './pages/documentFacts.ts';
import { SIDES, TRANSCRIBED_NAMES } from './pages/transcription.ts';
import { dayAndTime } from './pages/words.ts';

type Field = readonly [label: string, value: string];

/**
 * The document of a case for the file of an auditor: what was shown, read and checked, and what was not examined.
 * @param whoRead names a reviewer with the time; `null` if the reader may not know them.
 */
export function documentReport(
  document: DocumentEvidence | null,
  whoRead: (reviewer: string, at: Date) => string | null,
): Field[] {
  if (!document) return [['Document', 'none']];
  return [
    ...shown(document),
    ['Read by machine', machineWords(document)],
    ...document.transcriptions.map(
      (one): Field => ['Read by a reviewer', transcribedWords(document, one, whoRead(one.reviewer, one.at))],
    ),
    ...checked(document),
    ['Authenticity', `Not examined. ${NOT_ESTABLISHED}`],
  ];
}

const KINDS: Record<DocumentType, string> = {
  passport: 'Passport',
  id_card: 'Identity card',
  residence_permit: 'Residence permit',
  driving_licence: 'Driving licence',
};

function shown({ check, chosen, pictures }: DocumentEvidence): Field[] {
  const { document: content, source, attempt } = check;
  const chosenKind = chosen ? `${KINDS[chosen]}, as the person chose; not read` : 'not read';
  return [
    ['Kind', content?.type ? KINDS[content.type] : chosenKind],
    ['Format', formatWords(content)],
    ['Issuing state', content?.issuingState ?? 'not read'],
    ['Captured', `${source ? SOURCES[source] : 'not known'}; attempt ${attempt}`],
    ['Pictures stored', countWords(pictures)],
  ];
}

const SOURCES = { camera: 'by a camera', upload: 'as files, not by the camera of the page' } as const;

function formatWords(content: DocumentContent | null): string {
  if (!content?.format) return 'not read';
  return content.format === 'AAMVA' ? 'AAMVA barcode' : `ICAO 9303, ${content.format.replace('_', '-')}`;
}

function countWords(pictures: DocumentEvidence['pictures']): string {
  if (pictures.length === 0) return 'none: they were deleted';
  const sides = (['front', 'back'] as const).map(
    (side) => [side, pictures.filter((one) => one.side === side).length] as const,
  );
  const counts = sides.filter(([, count]) => count > 0).map(([side, count]) => `${count} of the ${side}`);
  return `${pictures.length}: ${counts.join(', ')}`;
}

const READ_NAMES = { ...TRANSCRIBED_NAMES, nationality: 'Nationality', sex: 'Sex' };

/** The reading of a zone or a barcode. */
function machineWords({ check }: DocumentEvidence): string {
  const { document: content, status } = check;
  const reading = check.readings.find(({ by }) => by !== 'reviewer');
  if (!reading || !content) return status === 'read' ? 'what it read was deleted' : 'nothing';
  const place = reading.side ? `, ${SIDES[reading.side].toLowerCase()}` : '';
  const at = reading.readAt ? `, ${dayAndTime(new Date(reading.readAt))}` : '';
  const means = reading.by === 'barcode' ? 'Barcode, which is not signed' : 'Machine-readable zone';
  return [
    `${means}${place}${at}`,
    ...reading.fields.map((field) => `${READ_NAMES[field]}: ${content[field] ?? 'not read'}`),
  ].join('\n');
}

function transcribedWords(
  { details }: DocumentEvidence,
  { fields }: DocumentEvidence['transcriptions'][number],
  who: string | null,
): string {
  const differing = details ? differingReadings(fields, detailsReading(details)) : [];
  const names = differing.map((field) => TRANSCRIBED_NAMES[field].toLowerCase());
  return [
    `From the pictures${who ? `, by ${who}` : ', by another reviewer'}`,
    ...TRANSCRIBED.map((field) => `${TRANSCRIBED_NAMES[field]}: ${fields[field] ?? 'can’t be read'}`),
    ...(names.length > 0 ? [`Differs from the details: ${names.join(', ')}`] : []),
  ].join('\n');
}

/** The results of the checks of what a machine read. */
function checked(document: DocumentEvidence): Field[] {
  const { checks, reasons } = document.check;
  const words = [
    ...(document.wasReplayed ? [WAS_REPLAYED] : []),
    ...reasons.map((reason) => REASONS[reason]),
  ];
  const why: Field[] = words.length > 0 ? [['Reasons', words.join('\n')]] : [];
  if (isUnexamined(document)) return [['Checks', 'not performed'], ...why];
  return [
    ['Check digits', checks.checkDigits ? CHECK_DIGITS[checks.checkDigits] : 'none read'],
    ['Expiry', EXPIRY[checks.expiry]],
    ['Against the details', DETAILS[checks.details]],
    ...(checks.differing.length > 0
      ? [['Differing fields', checks.differing.map((field) => FIELDS[field]).join(', ')] as const]
      : []),
    ['Sides', AGREEMENT[checks.sides]],
    ['Portrait', PORTRAITS[checks.portrait]],
    ...why,
  ];
}

const CHECK_DIGITS = {
  pass: 'right',
  fail: 'wrong',
  partial: 'some missing or illegible, none wrong',
} as const;
const EXPIRY = {
  valid: 'not expired',
  expired: 'expired',
  unknown: 'not known: no machine read the date',
} as const;
const DETAILS = { match: 'agrees', differs: 'differs', not_compared: 'not compared' } as const;
const FIELDS: Record<DocumentField, string> = {
  familyName: 'family name',
  givenName: 'given names',
  dateOfBirth: 'date of birth',
  nationalities: 'nationality',
};
const AGREEMENT = {
  agree: 'what was read of them agrees',
  differ: 'they say different things',
  one_side: 'not compared: at most one could be read',
} as const;
