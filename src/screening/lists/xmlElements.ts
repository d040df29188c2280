import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { ListError } from './ListError.ts';
import type { ListFile } from './listFile.ts';

/** Limit for one entry with its content. The largest entries of the official lists have some hundred kB. */
const MAX_ENTRY_CHARACTERS = 8 * 2 ** 20;
const MAX_ENTRY_ELEMENTS = 100_000;

/** The element names of an XML list. */
export interface XmlOutline {
  /** Elements that are streamed. */
  elementNames: ReadonlySet<string>;
  /** Container elements, which surround the streamed elements. */
  containerElements: ReadonlySet<string>;
  /** Elements that are skipped with their content. */
  leftOut?: ReadonlySet<string>;
}

/**
 * Streams the elements in `elementNames` with their content, each when it is closed. The root comes first, with its
 * attributes only.
 * @throws Error if the file is not well-formed, is not UTF-8, or has an element outside of the streamed elements that
 *   the outline does not name (the content of a renamed element would be lost); ListError `list_damaged` if one entry
 *   is implausibly large
 */
export async function* xmlElements(file: ListFile, outline: XmlOutline): AsyncGenerator<XmlElement> {
  requireUtf8(file);
  const ready: XmlElement[] = [];
  const parser = parserOf(file, outline, (element) => ready.push(element));
  const decoder = new TextDecoder(file.encoding);
  for await (const chunk of createReadStream(file.path, { highWaterMark: 1 << 18 })) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    yield* ready.splice(0);
  }
  parser.write(decoder.decode()).close();
  yield* ready;
}

/** A parser that passes on the root when it is opened, and each streamed element when it is closed. */
function parserOf(file: ListFile, outline: XmlOutline, onReady: (element: XmlElement) => void): SaxesParser {
  const { elementNames: tags, containerElements, leftOut = empty } = outline;
  let skipped = 0;
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
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.slice(name.indexOf(':') + 1);
    depth += 1;
    if (skipped > 0 || (open.length === 0 && leftOut.has(tag))) {
      skipped += 1;
      return;
    }
    if (depth > 1 && open.length === 0 && !tags.has(tag) && !containerElements.has(tag))
      throw new Error(`the element <${tag}> is unknown`);
    if (depth === 1) onReady(new XmlElement(tag, attributes as Record<string, string>));
    else if (open.length > 0 || tags.has(tag)) {
      if (open.length === 0) size = { elements: 0, characters: 0 };
      grow(1, Object.entries(attributes).join().length);
      open.push(new XmlElement(tag, attributes as Record<string, string>));
    }
  });
  const addText = (text: string) => {
    if (skipped > 0 || open.length === 0) return;
    grow(0, text.length);
    open.at(-1)!.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const closed = open.pop();
    if (!closed) return;
    if (open.length === 0) onReady(closed);
    else open.at(-1)!.children.push(closed);
  });
  return parser;
}

const empty: ReadonlySet<string> = new Set();

function requireUtf8({ encoding, head }: ListFile): void {
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  if (/^utf-?8$/i.test(declared) && encoding !== 'utf-8')
    throw new Error('it declares UTF-8, but is not valid UTF-8');
  if (!/^(utf-?8|us-ascii|windows-1252|iso-8859-1)$/i.test(declared))
    throw new Error(`its encoding ${declared} is not supported: convert it to UTF-8`);
}

/** The first descendant whose name is not allowed; `null` if all are allowed. */
export function unknownElement(element: XmlElement, allowed: ReadonlySet<string>): string | null {
  for (const child of element.children) {
    const unknownTag = allowed.has(child.tag) ? unknownElement(child, allowed) : child.tag;
    if (unknownTag) return unknownTag;
  }
  return null;
}

/** An element with its content. Only one entity is held in memory at a time. Names have no prefix. */
export class XmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[] = [];
  text = '';

  constructor(tag: string, attributes: Record<string, string>) {
    this.tag = tag;
    this.attributes = attributes;
  }

  /** The elements at a path below this one, such as `Start/From`. */
  all(path: string): XmlElement[] {
    const [first, ...rest] = path.split('/');
    const elements = this.children.filter(({ tag }) => tag === first);
    return rest.length === 0 ? elements : elements.flatMap((element) => element.all(rest.join('/')));
  }

  /** The text of the first match, on one line; empty if there is none. */
  value(path: string): string {
    return this.all(path)[0]?.line() ?? '';
  }

  /** The non-empty texts of all matches. */
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
