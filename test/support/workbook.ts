import { zip } from '../../demo/project/zip.ts';

type Cell = string | number;

/** A workbook with one sheet: texts are shared, numbers are values. */
export function workbook(rows: readonly (readonly Cell[])[]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (value: Cell, row: number, column: number) => {
    const reference = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    if (typeof value === 'number') return `<c ${reference}><v>${value}</v></c>`;
    return value === '' ? '' : `<c ${reference} t="s"><v>${texts.indexOf(value)}</v></c>`;
  };
  const lines = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((value, at) => cell(value, row, at)).join('')}</row>`,
  );
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const files = {
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet ${space}><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<?xml version="1.0"?><sst ${space}>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  return zip(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
}
