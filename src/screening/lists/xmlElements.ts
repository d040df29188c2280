import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { ListError } from './ListError.ts';
import type { ListFile } from './listFile.ts';

/** Of one entry, with all that is in it: the largest of the official lists has some hundred kB. */
const MAX_ENTRY_CHARACTERS = 8 * 2 ** 20;
const MAX_ENTRY_ELEMENTS = 100_000;

/**
 * Streams the elements of some names, each with all that is in it, as they are closed; first the root, with its
 * attributes alone.
 * @throws the parser's error if the file is not well-formed; ListError `list_damaged` if one entry is too large to be one
 */
export async function* xmlElements(file: ListFile, tags: ReadonlySet<string>): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let depth = 0;
  let size = { elements: 0, characters: 0 };
  const grow = (elements: number, characters: number) => {
    size.elements += elements;
    size.characters += characters;
    if (size.elements > MAX_ENTRY_ELEMENTS || size.characters > MAX_ENTRY_CHARACTERS)
      throw new ListError('list_damaged', `${file.path} has an entry that is too large to be read`);
  };
  let ready: XmlElement[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.slice(name.indexOf(':') + 1);
    depth += 1;
    if (depth === 1) ready.push(new XmlElement(tag, attributes as Record<string, string>));
    else if (open.length > 0 || tags.has(tag)) {
      if (open.length === 0) size = { elements: 0, characters: 0 };
      grow(1, Object.entries(attributes).join().length);
      open.push(new XmlElement(tag, attributes as Record<string, string>));
    }
  });
  const addText = (text: string) => {
    if (open.length === 0) return;
    grow(0, text.length);
    open.at(-1)!.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
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

/** One element with what is in it: small enough to hold, one entity at a time. Names are without their prefix. */
export class XmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[] = [];
  text = '';

  constructor(tag: string, attributes: Record<string, string>) {
    this.tag = tag;
    this.attributes = attributes;
  }

  /** The elements of a name in this one, at the end of a path such as `Start/From`. */
  all(path: string): XmlElement[] {
    const [first, ...rest] = path.split('/');
    const found = this.children.filter(({ tag }) => tag === first);
    return rest.length === 0 ? found : found.flatMap((element) => element.all(rest.join('/')));
  }

  /** The text of the first of them, in one line; empty if there is none. */
  value(path: string): string {
    return this.all(path)[0]?.line() ?? '';
  }

  /** The texts of all of them that have any. */
  values(path: string): string[] {
    return this.all(path)
      .map((element) => element.line())
      .filter(Boolean);
  }

  attribute(name: string): string {
    return this.attributes[name] ?? '';
  }

  line(): string {
    return this.text.replace(/\s+/g, ' ').trim();
  }
}
