import type { ZonePart } from '../parse/zonePlaces.ts';
import { type DecodedZone, decodeZone, type Evidence } from './decodeZone.ts';

/** What several frames of one zone say together. */
export interface Agreement {
  evidence: Evidence;
  decoded: DecodedZone;
  frames: number;
  /** What the last frames said of names and states, and how many of them in turn said it. */
  names: { text: string; count: number };
}

/** Adds what one frame says. */
export function joined(before: Agreement | null, evidence: Evidence, decoded: DecodedZone): Agreement {
  const { count, lines } = evidence;
  const text = namesIn(decoded, count);
  if (!before || before.evidence.count !== count || isOther(before.decoded, decoded))
    return { evidence, decoded, frames: 1, names: { text, count: 1 } };
  // Frames err alike where light and printing are alike: their sum is less than the sum of independent witnesses.
  const summed = before.evidence.lines.map((line, i) =>
    line.map((value, at) => Math.max(value, -9) * SHARED + Math.max(lines[i]![at]!, -9)),
  );
  const all = { count, lines: summed, weight: before.evidence.weight * SHARED + evidence.weight };
  return {
    evidence: all,
    decoded: decodeZone(all),
    frames: before.frames + 1,
    names: { text, count: text === before.names.text ? before.names.count + 1 : 1 },
  };
}

/** How many frames in turn say the same names as all of them together. */
export function namesAgreed({ evidence, decoded, names }: Agreement): number {
  return names.text === namesIn(decoded, evidence.count) ? names.count : 0;
}

/** What remains of the earlier frames with each new one. */
const SHARED = 0.7;

/** The line of the names, and the names and states in other lines: those have no check digit either. */
function namesIn({ lines, texts }: DecodedZone, count: number): string {
  const names = count === 30 ? lines[2]! : lines[0]! + texts.get('names')!;
  return [names, texts.get('issuingState'), texts.get('nationality')].join();
}

/**
 * Whether the frame shows another document than those before it: a fifth of its characters are others, or a part that tells two
 * documents of one person apart clearly is.
 */
function isOther(before: DecodedZone, now: DecodedZone): boolean {
  if (OWN.some((part) => isOtherIn(part, before, now))) return true;
  let differing = 0;
  now.lines.forEach((line, i) => {
    for (let at = 0; at < line.length; at++) if (line[at] !== before.lines[i]![at]) differing++;
  });
  return differing > (now.lines.length * now.lines[0]!.length) / 5;
}

const OWN: readonly ZonePart['name'][] = ['number', 'dateOfBirth', 'expiresOn'];

function isOtherIn(part: ZonePart['name'], before: DecodedZone, now: DecodedZone): boolean {
  const isClear = ({ doubts }: DecodedZone) => !doubts.has(part);
  return isClear(before) && isClear(now) && before.texts.get(part) !== now.texts.get(part);
}
