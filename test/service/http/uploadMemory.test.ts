import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { uploads } from '../../../src/contract/uploads.ts';
import { readBytes } from '../../../src/service/http/readInput.ts';
import { readMultipart } from '../../../src/service/http/readMultipart.ts';
import { UploadMemoryBudget } from '../../../src/service/limits/UploadMemoryBudget.ts';

test('a body in one-byte chunks uses about as much memory as its size', async () => {
  const size = 2 ** 20;
  const incoming = new IncomingMessage(new Socket());
  const reading = readBytes(incoming, size);
  const piece = Buffer.from('x');
  const before = process.memoryUsage();
  for (let sent = 0; sent < size; sent++) incoming.emit('data', Buffer.from(piece));
  const after = process.memoryUsage();
  incoming.emit('end');
  const bytes = await reading;
  expect(bytes.length).toBe(size);
  expect(bytes.buffer.byteLength).toBeLessThanOrEqual(2 * size);
  // The memory of the pieces is free again, or was never kept: a list of them has 100 bytes each.
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(30 * size);
});

test('the memory of all uploads is bounded, and always freed at their end', async () => {
  const room = new UploadMemoryBudget(100);
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const first = room.use(async ({ reserve }) => {
    reserve(60);
    await released;
  });
  const second = room.use(async ({ reserve }) => reserve(50));
  await expect(second).rejects.toMatchObject({
    code: 'unavailable',
    extras: { headers: { 'Retry-After': '2' } },
  });
  expect(room.taken).toBe(60);
  letGo();
  await first;
  expect(room.taken).toBe(0);
  await room.use(async ({ reserve }) => reserve(100));
  await expect(
    room.use(async ({ reserve }) => {
      reserve(10);
      throw new Error('broken off');
    }),
  ).rejects.toThrow('broken off');
  expect(room.taken).toBe(0);
});

test('a large unfinished upload is dropped in favour of small ones', async () => {
  const room = new UploadMemoryBudget(100);
  const send = (limit: number) => {
    const incoming = new IncomingMessage(new Socket());
    const received = room.use((share) => readBytes(incoming, limit, share));
    return { received, more: (bytes: number) => incoming.emit('data', Buffer.alloc(bytes)), incoming };
  };
  const [larger, large] = [send(100), send(100)];
  larger.more(60);
  large.more(30);
  const small = send(100);
  small.more(12);
  await expect(larger.received).rejects.toMatchObject({
    code: 'unavailable',
    extras: { headers: { 'Retry-After': '2', Connection: 'close' } },
  });
  expect(room.taken).toBe(42);
  const another = send(100);
  another.more(40);
  const unread = send(100);
  unread.more(20);
  unread.incoming.emit('end');
  await expect(unread.received).rejects.toMatchObject({ code: 'unavailable' });
  for (const { incoming } of [large, small, another]) incoming.emit('end');
  expect((await Promise.all([large.received, small.received, another.received])).map(String)).toHaveLength(3);
  expect(room.taken).toBe(0);
});

test('a large body is parsed in turns with others, without copying its files', async () => {
  const file = Buffer.alloc(5 * 2 ** 20, 'x');
  const head = '--b\r\nContent-Disposition: form-data; name="frames"; filename="f"\r\n\r\n';
  const parts = [1, 2, 3].flatMap(() => [Buffer.from(head), file, Buffer.from('\r\n')]);
  const body = Buffer.concat([...parts, Buffer.from('--b--\r\n')]);
  let turns = 0;
  const other = () => {
    turns += 1;
    if (turns < 10) setImmediate(other);
  };
  setImmediate(other);
  const { files } = await readMultipart(body, 'multipart/form-data; boundary=b', uploads.capture);
  expect(turns).toBeGreaterThan(0);
  expect(files['frames']!.map(({ bytes }) => Buffer.compare(bytes, file))).toEqual([0, 0, 0]);
  expect(files['frames']!.map(({ bytes }) => bytes.buffer === body.buffer)).toEqual([true, true, true]);
});

test('a boundary that is far too long is not searched for', async () => {
  const boundary = 'b'.repeat(300);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="frames"; filename="f"\r\n\r\n`;
  const reading = readMultipart(
    Buffer.from(`${head}x\r\n--${boundary}--\r\n`),
    `multipart/form-data; boundary=${boundary}`,
    uploads.capture,
  );
  await expect(reading).rejects.toMatchObject({ code: 'validation_failed' });
});

test('a file with an unknown field name is reported as unknown, even if large', async () => {
  for (const name of ['stranger', 'constructor', '__proto__']) {
    const file = Buffer.alloc(6 * 2 ** 20, 'x');
    const head = `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n`;
    const frame = '--b\r\nContent-Disposition: form-data; name="frames"; filename="f"\r\n\r\nx\r\n';
    const body = Buffer.concat([Buffer.from(frame + head), file, Buffer.from('\r\n--b--\r\n')]);
    const reading = readMultipart(body, 'multipart/form-data; boundary=b', uploads.capture);
    await expect(reading).rejects.toMatchObject({ code: 'unknown_field' });
  }
});

test('a file that is too large is refused with the limit of its field', async () => {
  const part = (name: string, bytes: number) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${'x'.repeat(bytes)}\r\n`;
  const body = Buffer.from(`${part('trail', 65_537).repeat(6)}${part('frames', 1)}--b--\r\n`);
  const reading = readMultipart(body, 'multipart/form-data; boundary=b', uploads.capture);
  await expect(reading).rejects.toMatchObject({
    code: 'body_too_large',
    extras: { detail: 'A file exceeds the limit of 65536 bytes.' },
  });
});
