import { identifierForms } from '../compare/identifierKey.ts';
import { heldIdentifiers } from '../index/heldIdentifiers.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { givenKind } from './findByIdentifier.ts';
import type { Question } from './question.ts';

/** Why a part of a question could not be compared with the lists. */
export type NotComparedReason =
  | 'script_not_read'
  | 'name_empty'
  | 'name_too_long'
  | 'too_many_spellings'
  | 'identifier_unreadable'
  | 'identifier_kind_not_held'
  | 'list_kind_not_loaded';

/** A part of a question that was not compared: nothing was found, and nothing was ruled out. */
export interface NotCompared {
  why: NotComparedReason;
  /** The field of the person or the organisation, such as `nativeName`. */
  field: string;
  /** The script, by its Unicode name, or the kind of number or list; `null` where neither says anything. */
  kind: string | null;
}

/** The same, each once. */
export function eachOnce(all: readonly NotCompared[]): NotCompared[] {
  return [...new Map(all.map((one) => [`${one.why} ${one.field} ${one.kind}`, one])).values()];
}

/**
 * The numbers that can't be compared: too short to name anybody, or of a kind that no list of the kinds asked for holds.
 * A number of no kind, or of one that nobody knows, is compared with all.
 */
export function identifiersNotCompared(
  index: ScreeningIndex,
  { identifiers, wanted }: Question,
): NotCompared[] {
  if (identifiers.length === 0) return [];
  const held = heldIdentifiers(index, wanted);
  return identifiers.flatMap((given): NotCompared[] => {
    const kind = givenKind(given);
    if (identifierForms({ type: kind, number: given.number }).length === 0)
      return [{ why: 'identifier_unreadable', field: 'identifiers', kind }];
    const isHeld = kind === 'other' ? held.size > 0 : held.has(kind);
    return isHeld ? [] : [{ why: 'identifier_kind_not_held', field: 'identifiers', kind }];
  });
}
