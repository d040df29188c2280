import type { ListFile } from './listFile.ts';

/** The columns of a table, by the publisher's names. Case is ignored. */
export interface TableColumns {
  /** Required columns. Of alternatives separated by `|`, one is enough. */
  needed: readonly string[];
  /** Columns that are read if present. */
  read: readonly string[];
  /** Matches columns that may be present and are not read. */
  others: RegExp;
}

/**
 * Checks the header of a table. It must have every required column and no column twice. If some columns are unknown
 * while known ones are missing, they were probably renamed; their content would be lost.
 * @returns the unknown columns
 * @throws Error that names the column
 */
export function requireColumns(header: readonly string[], { needed, read, others }: TableColumns): string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const has = (name: string) => names.includes(name.toLowerCase());
  const missing = needed.find((name) => !name.split('|').some(has));
  if (missing) throw new Error(`the column ${missing.replaceAll('|', ' or ')} is missing`);
  const double = names.find((name, i) => name !== '' && names.indexOf(name) !== i && !others.test(name));
  if (double) throw new Error(`duplicate column ${double}`);
  const allowed = new Set(
    [...needed.flatMap((name) => name.split('|')), ...read].map((name) => name.toLowerCase()),
  );
  const unknown = header
    .map((name) => name.trim())
    .filter((name) => name !== '' && !allowed.has(name.toLowerCase()) && !others.test(name));
  const absent = read.find((name) => !has(name));
  if (unknown.length > 0 && absent)
    throw new Error(`the column ${unknown[0]} is unknown, and ${absent} is missing`);
  return unknown;
}

/** @throws Error if the last line of a table has no line end: the file was truncated, perhaps within this line */
export function requireLineEnd({ tail }: ListFile): void {
  if (!tail.endsWith('\n') && !tail.endsWith('\r'))
    throw new Error('the last line does not end with a line break: the file is truncated');
}

/** @throws Error if a file is not UTF-8 although its publisher writes UTF-8 */
export function requireUtf8({ encoding }: ListFile): void {
  if (encoding !== 'utf-8') throw new Error('it is not encoded in UTF-8, unlike the file of its publisher');
}
