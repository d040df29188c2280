import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import type { ListFile } from './listFile.ts';
import { XmlElement } from './XmlElement.ts';

/**
 * Streams the elements of some names, each with all that is in it, as they are closed; first the root, with its
 * attributes alone.
 * @throws the parser's error if the file is not well-formed
 */
export async function* xmlElements(file: ListFile, tags: ReadonlySet<string>): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let depth = 0;
  let ready: XmlElement[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.slice(name.indexOf(':') + 1);
    depth += 1;
    if (depth === 1) ready.push(new XmlElement(tag, attributes as Record<string, string>));
    else if (open.length > 0 || tags.has(tag))
      open.push(new XmlElement(tag, attributes as Record<string, string>));
  });
  parser.on('text', (text) => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on('cdata', (text) => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    depth -= 1;
    const closed = open.pop();
    if (!closed) return;
    if (open.length === 0) ready.push(closed);
    else open.at(-1)!.children.push(closed);
  });
  const decoder = new TextDecoder(file.encoding);
  for await (const chunk of createReadStream(file.path, { highWaterMark: 1 << 18 })) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    yield* ready;
    ready = [];
  }
  parser.write(decoder.decode()).close();
  yield* ready;
}
