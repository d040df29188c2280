import { createReadStream } from 'node:fs';
import type { ListFile } from './listFile.ts';

/** The lines of a text file, decoded, streamed, without their ends. */
export async function* lines(file: ListFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(file.encoding);
  let rest = '';
  for await (const chunk of createReadStream(file.path, { highWaterMark: 1 << 18 })) {
    const parts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/);
    rest = parts.pop() ?? '';
    yield* parts;
  }
  rest += decoder.decode();
  if (rest) yield rest;
}
