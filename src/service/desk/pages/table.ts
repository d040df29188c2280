import { html } from 'hono/html';
import type { Html } from './layout.ts';

type Cell = Html | string | number;

interface Table {
  /** The accessible name. */
  label: string;
  columns: readonly string[];
  /** Each as long as `columns`. */
  rows: readonly (readonly Cell[])[];
  /** Whether the first cell of a row names the row. */
  hasRowHeaders?: boolean;
}

/**
 * A table that a narrow screen shows as one card a row, each value beside the name of its column. The roles are given, since
 * browsers take them away with the layout of a table.
 * @see https://adrianroselli.com/2018/02/tables-css-display-properties-and-aria.html
 */
export function table({ label, columns, rows, hasRowHeaders = false }: Table): Html {
  const cell = (value: Cell, index: number) =>
    hasRowHeaders && index === 0
      ? html`<th scope="row" role="rowheader">${value}</th>`
      : html`<td role="cell" data-label="${columns[index]}"><div>${value}</div></td>`;
  return html`<table role="table" aria-label="${label}">
    <thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
    <tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${row.map(cell)}</tr>`)}</tbody>
  </table>`;
}
