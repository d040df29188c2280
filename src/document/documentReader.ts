import type { Picture } from '../vision/picture.ts';
import { DocumentError } from './DocumentError.ts';
import { type Geometry, geometryOf } from './find/geometry.ts';
import { type CameraLumas, type Grey, pyramidOf } from './find/grey.ts';
import { hasText } from './find/hasText.ts';
import { enlarged } from './find/linePath.ts';
import { isBlurred } from './isBlurred.ts';
import { isCutOff } from './isCutOff.ts';
import { type DocumentHint, hintFor } from './judge/hintFor.ts';
import { type ParsedZone, parseZone, type ZoneProblem } from './parse/parseZone.ts';
import type { ZonePart } from './parse/zonePlaces.ts';
import { type Agreement, joined, namesAgreed } from './read/agreement.ts';
import { CharacterNet } from './read/CharacterNet.ts';
import { type KnownZone, knownZone } from './read/knownZone.ts';
import { followedNumber, followedZone, hasOtherZone, readZone, type ZoneReading } from './readZone.ts';

/** What one frame, and those before it, say of the document that is held before the camera. */
export interface DocumentAnswer {
  /** What the person should do; null if nothing is wrong with this frame. */
  hint: DocumentHint | null;
  /** What a person can't see from the hint: that something else is shown than what is wanted. */
  notice: DocumentNotice | null;
  /** The zone of this frame: where it stands. */
  geometry: Geometry | null;
  /** What the frames say together, as soon as nothing of it is in doubt. */
  reading: DocumentReading | null;
  /** What they say so far, doubts included; never to be taken for a reading. */
  draft: DocumentReading | null;
}

/**
 * - `two_documents`: their zones are both seen; nothing is read until there is one;
 * - `other_side`: a zone where none was expected, or printed text without a zone where one was.
 */
export type DocumentNotice = 'two_documents' | 'other_side';

export interface Expectation {
  /** Whether the side that the person was asked for has a zone; yes unless said. */
  zone?: boolean;
  /**
   * Only a draft is asked for, for its number; the rest is null. Of a zone that was in the picture before the line of the number alone
   * is read, and nothing is looked for beside it.
   */
  isDraft?: boolean;
  /**
   * Whether the frames follow one another as fast as they are read. A search in vain then goes on in the next one: what is in none
   * of them takes a third of the time.
   */
  isFilm?: boolean;
  /** No other picture follows: whether another zone stands beside the one that was found is told at once. */
  isOnly?: boolean;
}

export interface DocumentReading {
  /** The lines of the zone from the top. */
  lines: string[];
  zone: KnownZone;
  /** Parts of the zone that another reading would suit nearly as well. */
  doubts: ZonePart['name'][];
  /** How many frames agree. */
  frames: number;
  /** The probability of the least certain character, 0 to 1; optional data aside. */
  lowestConfidence: number;
}

/** Reads a document from frames as they come. One for each document and thread; calls are synchronous. */
export interface DocumentReader {
  /** @param asOf the date of today, YYYY-MM-DD, by which two-digit years are judged. */
  next(picture: Picture | CameraLumas, asOf: string, expects?: Expectation): DocumentAnswer;
  /** Forgets the frames so far: another document, another side. */
  reset(): void;
  /** Forgets what the frames so far say, but not where the zone is: other pictures of the same page, also in another size. */
  resetReading(): void;
  /** Bytes of memory of the kernels. */
  readonly memory: number;
  /** Whether it runs without WebAssembly, some times slower. */
  readonly isSlow: boolean;
}

export interface DocumentReaderParts {
  /** The kernels of vision, compiled or as bytes; null where the page's policy forbids WebAssembly. */
  kernels: BufferSource | WebAssembly.Module | null;
  /** The weights of the characters. */
  characters: Uint8Array;
}

/**
 * Creates a reader, on the page or in Node.
 * @throws DocumentError `model_unreadable` if the weights are damaged. Where WebAssembly does not run, plain code reads.
 */
export async function createDocumentReader({
  kernels,
  characters,
}: DocumentReaderParts): Promise<DocumentReader> {
  const instance = kernels && (await instantiated(kernels));
  try {
    return new FrameReader(new CharacterNet(instance, characters), { isSlow: instance === null });
  } catch (cause) {
    throw new DocumentError('model_unreadable', 'The weights of the document reader are damaged.', { cause });
  }
}

/** @returns null where the kernels do not run: no SIMD, or forbidden by the page's policy. */
async function instantiated(
  kernels: BufferSource | WebAssembly.Module,
): Promise<WebAssembly.Instance | null> {
  try {
    const module = kernels instanceof WebAssembly.Module ? kernels : await WebAssembly.compile(kernels);
    return await WebAssembly.instantiate(module);
  } catch {
    // The reader works without the kernels, and says so: `isSlow`.
    return null;
  }
}

/** The longer side of frames as a page reads them, in pixels. A passport that fills one has a pitch of 22: more would only take longer. */
export const LONGEST_FRAME = 1280;

class FrameReader implements DocumentReader {
  readonly isSlow: boolean;
  readonly #net: CharacterNet;
  #agreed: Agreement | null = null;
  #last: LastZone | null = null;
  /** Whether no other zone was seen beside the one that is followed. */
  #isAlone = false;
  /** Searches that came to their end with printed text and no zone, since one or something like one was seen. */
  #withoutZone = 0;
  /** Where the search in the frames of a film has come to. */
  #passed = 0;

  constructor(net: CharacterNet, { isSlow }: { isSlow: boolean }) {
    this.#net = net;
    this.isSlow = isSlow;
  }

  get memory(): number {
    return this.#net.memory;
  }

  reset(): void {
    this.resetReading();
    this.#last = null;
  }

  resetReading(): void {
    this.#agreed = null;
    this.#withoutZone = 0;
    this.#passed = 0;
    if (this.#last) this.#last.isAnySize = true;
  }

  next(
    picture: Picture | CameraLumas,
    asOf: string,
    { zone: isExpected = true, isDraft = false, isFilm = false, isOnly = false }: Expectation = {},
  ): DocumentAnswer {
    const levels = pyramidOf(picture);
    const zone = this.#zoneIn(levels, { isDraft, isFilm });
    const { width, height } = picture;
    this.#last = zone && { zone, width, height };
    if (!zone) return isDraft ? NOTHING : this.#notFound(levels, { isExpected });
    this.#withoutZone = 0;
    const { count, lines, decoded } = zone;
    const evidence = { count, lines: lines.map(({ characters }) => characters), weight: 1 };
    const agreement = joined(this.#agreed, evidence, decoded);
    this.#agreed = agreement;
    const { draft, needed } = draftOf(agreement, asOf);
    if (isDraft) return { ...NOTHING, draft };
    const geometry = geometryOf(
      lines.map(({ path }) => path),
      count,
    );
    const isClear = draft.doubts.length === 0 && namesAgreed(agreement) >= needed;
    if (agreement.frames === 1) this.#isAlone = false;
    const isCompared = isClear || isOnly;
    if (isCompared) this.#isAlone ||= !hasOtherZone(levels, this.#net, zone);
    const isAlone = !isCompared || this.#isAlone;
    const isTaken = isClear && isAlone;
    return {
      hint: isTaken
        ? null
        : hintFor({ levels, geometry, score: decoded.score, hasPortrait: geometry.hasPortrait }),
      notice: isAlone ? (isExpected ? null : 'other_side') : 'two_documents',
      geometry,
      reading: isTaken ? draft : null,
      draft,
    };
  }

  /** A page is looked for where it was: a search takes several times as long. */
  #zoneIn(levels: Grey[], { isDraft, isFilm }: { isDraft: boolean; isFilm: boolean }): ZoneReading | null {
    const before = this.#last && placeIn(levels[0]!, this.#last);
    const followed =
      before &&
      ((isDraft && followedNumber(levels, this.#net, before)) || followedZone(levels, this.#net, before));
    if (followed) return followed;
    this.#isAlone = false;
    const { zone, passed } = readZone(levels, this.#net, isFilm ? this.#passed : null);
    this.#passed = passed;
    return zone;
  }

  #notFound(levels: Grey[], { isExpected }: { isExpected: boolean }): DocumentAnswer {
    const hint = hintFor({
      levels,
      geometry: null,
      score: 0,
      isCutOff: isCutOff(levels, this.#net),
      isBlurred: isBlurred(levels),
      hasPortrait: false,
    });
    const isWholeSearch = this.#passed === 0;
    // Something like a zone was seen: it is the side that is wanted.
    if (hint === 'cut_off' || hint === 'blurred') this.#withoutZone = 0;
    if (hint === 'not_found' && isWholeSearch && hasText(levels)) this.#withoutZone++;
    const isOtherSide = isExpected && hint === 'not_found' && this.#withoutZone >= UNLIKELY;
    return { hint, notice: isOtherSide ? 'other_side' : null, geometry: null, reading: null, draft: null };
  }
}

/** The zone of the frame before, and the size of that frame. */
interface LastZone {
  zone: ZoneReading;
  width: number;
  height: number;
  /** Whether the next frame may have another size. */
  isAnySize?: boolean;
}

/** The zone of the last frame in the pixels of this one; null if that had another size, or other proportions. */
function placeIn(now: Grey, { zone, width, height, isAnySize }: LastZone): ZoneReading | null {
  const scale = now.width / width;
  if (scale === 1 && now.height === height) return zone;
  if (!isAnySize || Math.abs(now.height - height * scale) > 1) return null;
  return { ...zone, lines: zone.lines.map((line) => ({ ...line, path: enlarged(line.path, scale) })) };
}

/** A frame of which only a draft is asked for, and that has none. */
const NOTHING: DocumentAnswer = { hint: null, notice: null, geometry: null, reading: null, draft: null };

/** After so many searches with text a zone is hardly overlooked, but not there. */
const UNLIKELY = 3;

/** What the frames say so far, and how many of them in turn have to say the same of names and states before it is taken. */
function draftOf(agreement: Agreement, asOf: string): { draft: DocumentReading; needed: number } {
  const { decoded, frames } = agreement;
  const zone = parseZone(decoded.lines, asOf);
  // Nobody asked for optional data, and a composite digit says nothing that the others do not: their doubts leave it unknown.
  const isAsked = (name: string) => name !== 'optional' && name !== 'composite';
  const doubts = [...decoded.doubts].filter((name) => isAsked(name) || decoded.unexpected.has(name));
  const needed = framesFor(zone);
  if (zone.ok && namesAgreed(agreement) < needed)
    for (const problem of zone.problems) {
      const state = STATES[problem];
      if (state && !doubts.includes(state)) doubts.push(state);
    }
  return {
    draft: {
      lines: decoded.lines,
      zone: knownZone(zone, decoded.doubts),
      doubts,
      frames,
      lowestConfidence: decoded.lowest,
    },
    needed,
  };
}

/** A state that is not known is in doubt until enough frames agree on it: one letter of another state may be misread. */
const STATES: Partial<Record<ZoneProblem, ZonePart['name']>> = {
  state: 'issuingState',
  nationality: 'nationality',
};

/**
 * Names and states have no check digit: so many frames in turn have to say the same of them. More where a state is not known or a
 * check digit is wrong, also one of which a character is in doubt: that is said of a document only if it is not the reader's fault.
 */
function framesFor(zone: ParsedZone): number {
  if (!zone.ok) return Number.POSITIVE_INFINITY;
  return zone.problems.some((problem) => problem === 'check_digit' || STATES[problem]) ? 4 : 2;
}
