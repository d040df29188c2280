import { createReadStream } from 'node:fs';
import { ListError } from './listError.ts';
import type { ListFile } from './listFile.ts';

/** In characters. An entry of the largest lists takes a hundredth of it. */
const MAX_LINE = 16 * 2 ** 20;

/**
 * The lines of a text file, decoded, streamed, without their ends.
 * @throws ListError `list_damaged` if a line is too long to be one
 */
export async function* lines(file: ListFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(file.encoding);
  let rest = '';
  for await (const chunk of createReadStream(file.path, { highWaterMark: 1 << 18 })) {
    const parts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/);
    rest = parts.pop() ?? '';
    if (rest.length > MAX_LINE)
      throw new ListError('list_damaged', `${file.path} has a line that is too long to be read`);
    yield* parts;
  }
  rest += decoder.decode();
  if (rest) yield rest;
}
