import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of some files (PKWARE APPNOTE 4.3), each compressed where that makes it smaller. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const packed = deflateRawSync(content);
    const isPacked = packed.length < content.length;
    const body = isPacked ? packed : content;
    const path = Buffer.from(name);
    const fields = fieldsOf(content, body, { isPacked, nameLength: path.length });
    const local = Buffer.concat([word(LOCAL), fields, path]);
    parts.push(local, body);
    // Made by Unix, so that the permissions below count: readable by everybody, writable by the owner.
    const own = Buffer.alloc(14);
    own.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    own.writeUInt32LE(offset, 10);
    directory.push(word(CENTRAL), Buffer.from([20, 3]), fields, own, path);
    offset += local.length + body.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** 1 January 1980: the same files give the same archive. */
const DATE = 0x00_21;
const UTF8_NAMES = 0x08_00;

/** What the header of a file and its entry in the directory have in common. */
function fieldsOf(
  content: Buffer,
  body: Buffer,
  { isPacked, nameLength }: { isPacked: boolean; nameLength: number },
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(isPacked ? 8 : 0, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(body.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
