import type { NameColumns } from '../compare/nameColumns.ts';

/** The flat columns of an index; `xStart[i]` to `xStart[i + 1]` delimits what belongs to row i in `x`. */
export interface Columns extends NameColumns {
  /** Entities: their content as JSON, SHA-256 cut to 64 bits, flags (see `entityFlag`). */
  entityJsonStart: Uint32Array;
  entityJson: Uint8Array;
  entityHash: Uint32Array;
  entityFlags: Uint8Array;
  entityNameStart: Uint32Array;
  entityDateStart: Uint32Array;
  /** Pairs from, to; negative numbers where the date is approximate. */
  dates: Int32Array;
  entityCountryStart: Uint32Array;
  countries: Uint16Array;
  /** Names, grouped by entity. */
  nameEntity: Uint32Array;
  nameFlags: Uint8Array;
  /** Names with dates of birth of their own, in order, and those as pairs from, to. */
  datedNames: Uint32Array;
  datedNameStart: Uint32Array;
  nameDates: Int32Array;
  /** In how many entities a token occurs, and in which names. */
  tokenFrequency: Uint32Array;
  tokenNameStart: Uint32Array;
  tokenNames: Uint32Array;
  /** Key tables: tokens by spelling keys, names by joined parts, entities by full date of birth and by number. */
  tokenKeyHeads: Uint32Array;
  tokenKeys: Uint32Array;
  tokenKeyValues: Uint32Array;
  nameKeyHeads: Uint32Array;
  nameKeys: Uint32Array;
  nameKeyValues: Uint32Array;
  dateKeyHeads: Uint32Array;
  dateKeys: Uint32Array;
  dateKeyValues: Uint32Array;
  identifierKeyHeads: Uint32Array;
  identifierKeys: Uint32Array;
  identifierKeyValues: Uint32Array;
  /** Per kind of number, in the order of `identifierTypes`: the flags of the entities that have one. */
  heldIdentifiers: Uint8Array;
}

/** What kind of entity it is (`thing`: a vessel or an aircraft), and which kinds of lists name it; without one of those it never alerts. */
export const entityFlag = { person: 1, sanctions: 2, pep: 4, other: 8, thing: 16 } as const;

/** What the list calls a weak alias; a name with dates of birth of its own. */
export const nameFlag = { weak: 1, dated: 2 } as const;
