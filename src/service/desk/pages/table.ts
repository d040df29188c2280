import { html } from 'hono/html';
import type { Html } from './layout.ts';

type Cell = Html | string | number;

interface Table {
  /** The accessible name. */
  label: string;
  columns: readonly string[];
  /** Rows, each with as many cells as `columns`. */
  rows: readonly (readonly Cell[])[];
  /** Whether the first cell of a row names the row. */
  hasRowHeaders?: boolean;
}

/**
 * A table. A narrow screen shows each row as a card, with the name of its column next to each value. The roles are
 * explicit, because browsers drop them together with the table layout.
 * @see https://adrianroselli.com/2018/02/tables-css-display-properties-and-aria.html
 */
export function table({ label, columns, rows, hasRowHeaders = false }: Table): Html {
  const cell = (value: Cell, index: number) =>
    hasRowHeaders && index === 0
      ? html`<th scope="row" role="rowheader">${value}</th>`
      : html`<td role="cell" data-label="${value === '' ? '' : columns[index]}"><div>${value}</div></td>`;
  return html`<table role="table" aria-label="${label}">
    <thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
    <tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${row.map(cell)}</tr>`)}</tbody>
  </table>`;
}
