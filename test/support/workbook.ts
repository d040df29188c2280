import { crc32, deflateRawSync } from 'node:zlib';

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
  return zip({
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet ${space}><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<?xml version="1.0"?><sst ${space}>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  });
}

/** A ZIP archive. */
function zip(files: Record<string, string>): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const packed = deflateRawSync(content);
    // Version, flags, method, time, date, sum, packed size, size, size of the name, size of extra fields.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), common, rest, name]),
    );
    parts.push(local);
    offset += local.length;
  }
  const size = Buffer.concat(directory).length;
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
