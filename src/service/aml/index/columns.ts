/** The flat columns of an index; `xStart[i]` to `xStart[i + 1]` delimits what belongs to row i in `x`. */
export interface Columns {
  /** Entities: their content as JSON, SHA-256 cut to 64 bits, flags (1 person, 2 sanctions, 4 PEP). */
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
  nameWeak: Uint8Array;
  nameTokenStart: Uint32Array;
  nameTokens: Uint32Array;
  /** Distinct name parts: text, sound as letter codes, which letters, vowelless or not, in how many entities. */
  tokenTextStart: Uint32Array;
  tokenText: Uint8Array;
  tokenSoundStart: Uint32Array;
  tokenSound: Uint8Array;
  tokenLetters: Uint32Array;
  tokenVowelless: Uint8Array;
  tokenFrequency: Uint32Array;
  /** Tenths of a bit that the part says, see `partBits`. */
  tokenBits: Uint8Array;
  tokenNameStart: Uint32Array;
  tokenNames: Uint32Array;
  /** Key tables: tokens by spelling keys, names by joined parts, entities by full date of birth. */
  tokenKeyHeads: Uint32Array;
  tokenKeys: Uint32Array;
  tokenKeyValues: Uint32Array;
  nameKeyHeads: Uint32Array;
  nameKeys: Uint32Array;
  nameKeyValues: Uint32Array;
  dateKeyHeads: Uint32Array;
  dateKeys: Uint32Array;
  dateKeyValues: Uint32Array;
}

export const entityFlag = { person: 1, sanctions: 2, pep: 4 } as const;
