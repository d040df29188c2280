import { readFile } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import type { ListFile } from './listFile.ts';

/** Whether a file is a workbook of Office Open XML. */
export function isWorkbook({ path, head }: Pick<ListFile, 'path' | 'head'>): boolean {
  return /\.xlsx$/i.test(path) && head.startsWith('PK\u0003\u0004');
}

/** Limits for the file and for what it unpacks to. The lists that are published as workbooks have some megabytes. */
const MAX_PACKED = 64 * 2 ** 20;
const MAX_UNPACKED = 512 * 2 ** 20;

/**
 * The rows of the first sheet of a workbook as texts, by the columns of the sheet. An empty cell is an empty text.
 * @throws Error if the file is cut, damaged or too large
 * @see https://ecma-international.org/publications-and-standards/standards/ecma-376/
 */
export async function workbookRows({ path, bytes }: ListFile): Promise<string[][]> {
  if (bytes > MAX_PACKED) throw new Error('the workbook is too large');
  const parts = partsOf(await readFile(path));
  const shared = parts.has('xl/sharedStrings.xml')
    ? sharedTexts(unpacked(parts, 'xl/sharedStrings.xml'))
    : [];
  return sheetRows(unpacked(parts, 'xl/worksheets/sheet1.xml'), shared);
}

type Parts = ReadonlyMap<string, { method: number; sum: number; size: number; packed: Buffer }>;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The files in a ZIP archive, by its directory, which stands at the end. */
function partsOf(zip: Buffer): Parts {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('the workbook is cut: its directory is missing');
  const parts = new Map<string, { method: number; sum: number; size: number; packed: Buffer }>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || zip.readUInt32LE(at) !== ENTRY) throw new Error('the workbook is damaged');
    const [method, sum] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)];
    const [packedSize, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize!);
    const local = zip.readUInt32LE(at + 42);
    if (local + 30 > end || zip.readUInt32LE(local) !== LOCAL) throw new Error('the workbook is damaged');
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    parts.set(name, { method, sum, size, packed: zip.subarray(start, start + packedSize) });
    at += 46 + nameSize! + extraSize! + noteSize!;
  }
  return parts;
}

function unpacked(parts: Parts, name: string): string {
  const part = parts.get(name);
  if (!part) throw new Error(`the workbook has no ${name}`);
  const { method, sum, size, packed } = part;
  if (size > MAX_UNPACKED || (method !== 0 && method !== 8))
    throw new Error('the workbook cannot be unpacked');
  const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED });
  if (content.length !== size || crc32(content) !== sum) throw new Error('the workbook is damaged');
  return new TextDecoder('utf-8', { fatal: true }).decode(content);
}

/** The texts that cells refer to by their number. Phonetic readings are no part of them. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let [isText, isReading] = [false, false];
  walk(xml, {
    open: (tag) => {
      if (tag === 'si') texts.push('');
      isReading ||= tag === 'rPh';
      isText = tag === 't' && !isReading;
    },
    text: (text) => {
      if (isText) texts[texts.length - 1] += text;
    },
    close: (tag) => {
      if (tag === 'rPh') isReading = false;
      isText = false;
    },
  });
  return texts.map(unescaped);
}

function sheetRows(xml: string, shared: readonly string[]): string[][] {
  const rows: string[][] = [];
  let [column, type, value, isValue] = [0, '', '', false];
  walk(xml, {
    open: (tag, attributes) => {
      if (tag === 'row') rows.push([]);
      if (tag === 'c') {
        const row = rows.at(-1)!;
        column = attributes['r'] ? columnOf(attributes['r']) : row.length;
        [type, value] = [attributes['t'] ?? '', ''];
      }
      isValue = tag === 'v' || tag === 't';
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (tag) => {
      isValue = false;
      if (tag !== 'c') return;
      const row = rows.at(-1)!;
      while (row.length < column) row.push('');
      row[column] = cellText(type, value, shared);
    },
  });
  return rows;
}

function cellText(type: string, value: string, shared: readonly string[]): string {
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 's') return unescaped(value).trim();
  const text = shared[Number(value)];
  if (text === undefined) throw new Error('a cell of the workbook refers to a text that it does not have');
  return text.trim();
}

/** `C7` is in column 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A';
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Characters that XML cannot have, such as the carriage return `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return character < ' ' ? ' ' : character;
  });
}

interface Walker {
  open: (tag: string, attributes: Partial<Record<string, string>>) => void;
  text: (text: string) => void;
  close: (tag: string) => void;
}

function walk(xml: string, { open, text, close }: Walker): void {
  const parser = new SaxesParser();
  const plain = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => open(plain(name), attributes as Record<string, string>));
  parser.on('text', text);
  parser.on('closetag', ({ name }) => close(plain(name)));
  parser.write(xml).close();
}
