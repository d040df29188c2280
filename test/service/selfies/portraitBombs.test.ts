import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startExaminer } from '../../../src/service/selfies/examine/startExaminer.ts';
import { memoryOf } from '../../prove/support/memoryOf.ts';
import { cpuMsOf } from '../../support/cpuMsOf.ts';
import { faceEngineFiles } from '../../support/faceEngineFiles.ts';
import { faceJpeg } from '../../support/faces.ts';
import { box, facePortrait, jp2, jpeg2000 } from '../../support/jpeg2000.ts';
import { picture } from '../../support/picture.ts';
import { closeSharedExaminer } from '../../support/sharedExaminer.ts';

/** That a picture may add: the process holds about as much for its face engine at any time. */
const MAX_MEGABYTES = 100;
const MAX_CPU_MS = 1000;

let examiner: ReturnType<typeof startExaminer>;
beforeAll(async () => {
  await closeSharedExaminer();
  examiner = startExaminer(await faceEngineFiles(), { size: 1 });
  // With the decoders loaded.
  for (const portrait of [await faceJpeg(), await facePortrait(240)])
    expect((await examiner.inspectPortrait(portrait)).use).toBe('usable');
});
afterAll(() => examiner.close());

/** The process that decodes pictures, identified among child processes by its memory. */
function picturesProcess(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const [parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(1);
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('examinerProcess')
        );
      } catch {
        return false;
      }
    })!;
}

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a86' } });

/** With one additional chunk, whose checksum is never reached. */
function pngWith(kind: string, data: Buffer): Buffer {
  const png = picture();
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

function changed(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

/** A progressive JPEG with its last scan over and over. */
async function scans(count: number): Promise<Buffer> {
  const bytes = await photo(1024, 1024).jpeg({ progressive: true }).toBuffer();
  const head = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(head, head + 2 + bytes.readUInt16BE(head + 2));
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(count).fill(scan), bytes.subarray(-2)]);
}

/** Noise in a corner of so many pixels a side, and nothing around it. */
const noise = (side: number, corner: number) =>
  jpeg2000({
    width: side,
    height: side,
    components: 3,
    value: (x, y) => (Math.max(x, y) < corner ? 256 * Math.random() : 128),
  });

let made: Promise<Buffer> | undefined;
const small = () =>
  (made ??= jpeg2000({ width: 400, height: 400, components: 3, value: (x, y) => (x + y) % 256 }));
const text = deflateSync(Buffer.alloc(200 * 2 ** 20), { level: 1 });

const bombs: Record<string, () => Promise<Buffer>> = {
  'a PNG of 30,000 x 30,000': async () => {
    const png = changed(picture(), 16, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  },
  'a PNG with a text of 200 MB': async () =>
    pngWith('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), text])),
  'a PNG with a profile of 200 MB': async () =>
    pngWith('iCCP', Buffer.concat([Buffer.from('icc\0\0'), text])),
  'a JPEG of 65,500 x 65,500': async () => {
    const jpeg = await photo(64, 64).jpeg().toBuffer();
    return changed(jpeg, jpeg.indexOf('ffc0', 0, 'hex') + 5, [0xff, 0xdc, 0xff, 0xdc]);
  },
  'a JPEG of 20,000 scans': () => scans(20_000),
  // RFC 9649, section 3.4: 14 bits of width and of height.
  'a WebP of 16,384 x 16,384': async () =>
    changed(await photo(64, 64).webp({ lossless: true }).toBuffer(), 21, [0xff, 0xff, 0xff, 0x0f]),
  'a JPEG 2000 of 30,000 x 30,000': async () =>
    changed(await small(), 8, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]),
  'a JPEG 2000 of 160,000 tiles': async () => changed(await small(), 24, [0, 0, 0, 1, 0, 0, 0, 1]),
  'a JPEG 2000 of 16,384 components': async () => changed(await small(), 40, [0x40, 0]),
  'a JPEG 2000 of 65,535 layers': async () => changed(await small(), 57, [0xff, 0xff]),
  'a JPEG 2000 of 1024 x 1024 with as much noise as it may have': () => noise(1024, 350),
  'a JPEG 2000 of nothing but boxes': async () =>
    Buffer.concat([jp2(await small()).subarray(0, 32), ...Array(60_000).fill(box('free', Buffer.alloc(0)))]),
  'half of a JPEG 2000': async () => {
    const file = jp2(await noise(300, 300));
    return file.subarray(0, file.length / 2);
  },
  'a JPEG 2000 behind a page': async () =>
    Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), jp2(await small())]),
};

test.each(Object.entries(bombs))('%s costs little time, and the process continues', async (_, make) => {
  const file = await make();
  const pid = picturesProcess();
  // The most that it ever held begins again (proc(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = { cpu: cpuMsOf(pid), memory: memoryOf(pid)! };
  expect((await examiner.inspectPortrait(file)).use).toMatch(/^(unreadable|no_face)$/);
  expect(cpuMsOf(pid) - before.cpu).toBeLessThan(MAX_CPU_MS);
  expect(memoryOf(pid, 'peak')! - before.memory).toBeLessThan(MAX_MEGABYTES);
  expect(picturesProcess()).toBe(pid);
});
