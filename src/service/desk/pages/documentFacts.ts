import type { DocumentReason } from '../../../contract/documentCheck.ts';
import type { DocumentEvidence } from '../documentEvidence.ts';

export const NOT_ESTABLISHED =
  'No machine here established that this document is genuine, was issued to this person, or was in their hand.';

/**
 * What was established of a document, and what was not, in words: what it means, and what the reviewer should look at.
 * @param now decides whether a date that a reviewer typed has passed.
 */
export function documentFacts(document: DocumentEvidence, now: Date): string[] {
  const { checks, reasons } = document.check;
  const { checkDigits, portrait } = checks;
  return [
    ...(document.wasReplayed ? [WAS_REPLAYED] : []),
    ...reasons.map((reason) => REASONS[reason]),
    ...(checkDigits
      ? [`Check digits: ${{ pass: 'right', fail: 'wrong', partial: 'some missing' }[checkDigits]}.`]
      : []),
    ...expiryFacts(document, now.toISOString().slice(0, 10)),
    ...sideFacts(document),
    PORTRAITS[portrait],
    ...signalFacts(document),
  ];
}

/** The pictures of an earlier check are not shown. */
export const WAS_REPLAYED =
  'Before this document the person showed pictures that were used before, or small pictures of another one.';

export const REASONS: Record<DocumentReason, string> = {
  document_not_found: 'No machine-readable zone was found.',
  document_blurred: 'The pictures were blurred.',
  document_glare: 'Light was reflected over the zone.',
  document_cut_off: 'The zone ran out of the picture.',
  document_unreadable: 'Characters of the zone stayed in doubt.',
  document_check_digits:
    'A check digit is wrong: a misprint, or an altered document. Reviewers type what stands on it.',
  document_expired: 'It has expired.',
  document_type_not_accepted: 'It is of a kind that the policy does not accept.',
  document_country_not_accepted: 'Its state is one that the policy does not accept.',
  document_details_differ: 'It differs from the details that the person entered.',
  document_sides_differ:
    'Its sides, or its lines and its barcode, say different things. Reviewers type what stands on it.',
  document_no_portrait: 'No portrait was found that a face could be compared with.',
  document_specimen: 'It is a specimen.',
  document_test: 'It is the drawn document of test mode.',
  document_replayed: 'Its pictures were used before, or the small pictures show another number or portrait.',
  document_captured: 'A person has to look at it.',
  document_missing: 'The person showed none.',
  check_failed: 'The examination failed for a fault of the service.',
  pictures_lost: 'A picture is missing in the store, or was altered there.',
};

export const PORTRAITS = {
  usable: 'A portrait was found.',
  no_face: 'The portrait shows no face, or several.',
  too_small: 'The portrait is too small to compare.',
  unreadable: 'The portrait could not be read.',
  absent: 'No portrait was found.',
} as const;

/** Whether nothing was examined, for a fault of the service. */
export function isUnexamined({ check: { status, reasons } }: DocumentEvidence): boolean {
  return status === 'processing' || reasons.includes('check_failed') || reasons.includes('pictures_lost');
}

/** @param today YYYY-MM-DD */
function expiryFacts({ check, transcriptions }: DocumentEvidence, today: string): string[] {
  const typed = transcriptions[0]?.fields.expiresOn;
  // A date that is known in part has passed with its last day.
  const isOver = typed && typed < today.slice(0, typed.length);
  return [
    ...(check.checks.expiry === 'unknown'
      ? [
          'Whether it has expired is not known: no machine read the date. Look for it on the pictures; some documents have none.',
        ]
      : []),
    ...(isOver ? ['By the date that a reviewer typed it has expired.'] : []),
  ];
}

function sideFacts(document: DocumentEvidence): string[] {
  const { checks, sides, status } = document.check;
  if (checks.sides === 'agree') return ['What was read of its sides agrees.'];
  if (checks.sides === 'differ' || isUnexamined(document)) return [];
  if (sides.length > 1)
    return [
      'Front and back were not compared: at most one of them could be read. Look whether they belong to one card: number, names, dates, wear.',
    ];
  return status === 'read'
    ? [
        'Its printed text was not compared with anything: no machine reads it. Look whether it says the same as the lines.',
      ]
    : [];
}

/** Of specimen pages, flat and swung by up to 25 degrees, the lines were seen at 2.06 to 2.73. */
function isUnusual(lineSpacing: number | null): boolean {
  return lineSpacing !== null && (lineSpacing < 2 || lineSpacing > 2.8);
}

function signalFacts(document: DocumentEvidence): string[] {
  const { signals, source } = document.check;
  const seen = signals.seenBefore;
  const isFilmUnknown = signals.trailAgrees === null && source === 'camera' && !isUnexamined(document);
  return [
    ...(signals.trailAgrees ? ['The small pictures of the camera show the same number or portrait.'] : []),
    ...(isFilmUnknown
      ? [
          'The small pictures of the camera show neither its number nor its portrait, or there are none: only the large pictures stand for it. Look for a screen, a print or a cut-out: dots, a straight edge around it, the same light on all pictures.',
        ]
      : []),
    ...((signals.lowestConfidence ?? 1) < 0.95
      ? ['A character of its lines was read with little certainty.']
      : []),
    ...(isUnusual(signals.lineSpacing)
      ? [
          `The lines of its zone stand ${signals.lineSpacing} character widths apart, where the standard has 2.5: compare the print with a specimen.`,
        ]
      : []),
    ...(signals.isColourless ? ['The page has hardly any colour, like a copy.'] : []),
    ...(seen && seen.cases > 0
      ? [
          `The same document was shown in ${seen.cases} other cases, ${seen.otherNames} of them with other names.`,
        ]
      : []),
  ];
}
