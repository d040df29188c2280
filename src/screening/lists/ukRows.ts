import { countryCode } from './countryCode.ts';
import { known } from './known.ts';
import type { Gender, ListedName } from './listed.ts';
import { mergedNames } from './mergedNames.ts';

/** One row of a list of the United Kingdom, by its columns. */
export type UkRow = Readonly<Record<string, string | undefined>>;

/** What the rows of one target have in common in the old and the new tables of the United Kingdom. */
export const ukRows = {
  /** The names, primary ones first; the same name stands in several rows when dates or addresses differ. */
  names(of: readonly UkRow[], kind: string, weak: (row: UkRow) => boolean, script: string): ListedName[] {
    const isPrimary = (row: UkRow) => /^(primary name|prime alias)$/i.test(row[kind]?.trim() ?? '');
    const inOrder = [...of].sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)));
    const names = inOrder.flatMap((row) =>
      [ukRows.name(row), row[script] ?? ''].filter(Boolean).map((text) => ({ text, isWeak: weak(row) })),
    );
    return mergedNames(
      names.map(({ text, isWeak }, i) => ({
        text,
        quality: i === 0 ? 'primary' : isWeak ? 'weak' : 'strong',
      })),
    );
  },

  /** `Name 6` is the family name, `Name 1` to `Name 5` come before it. */
  name(row: UkRow): string {
    const parts = [1, 2, 3, 4, 5, 6].map((i) => row[`Name ${i}`]?.trim() ?? '');
    return parts.filter(Boolean).join(' ').replace(/\s+/g, ' ');
  },

  /** All different values of a column; `1) Saudi Arabia 2) Qatar` and `(1) … (2) …` are two. */
  cells(of: readonly UkRow[], column: string): string[] {
    const parts = of.flatMap((row) =>
      (row[column] ?? '').split(/\s*(?:\(\d+\)(?:-\(\d+\))?|\b\d+\)|\(?\b[a-k]\))\s*/),
    );
    return known(parts.map((text) => text.replace(/[,;]+$/, '').trim() || null)).filter(
      (text) => text !== '-',
    );
  },

  countries(of: readonly UkRow[], ...columns: string[]): string[] {
    const cells = columns.flatMap((column) => ukRows.cells(of, column));
    return known(
      cells
        .flatMap((cell) => cell.split(/[;/]| and /))
        .concat(cells)
        .map(countryCode),
    );
  },

  gender(text: string): Gender | undefined {
    return ({ male: 'male', female: 'female' } as const)[text.toLowerCase()];
  },

  /** `13/04/2018` or `08-Oct-2026` as a date; invalid if it is none. */
  date(text: string): Date {
    const [day = '', month = '', year = ''] = text.trim().split(/[/-]/);
    const number = months.indexOf(month.toLowerCase()) + 1;
    return new Date(
      `${year}-${number ? String(number).padStart(2, '0') : month}-${day.padStart(2, '0')}T00:00:00Z`,
    );
  },

  /** Such a date as `YYYY-MM-DD`; empty if it is none. */
  day(text: string | undefined): string {
    const date = ukRows.date(text ?? '');
    return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
  },
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
