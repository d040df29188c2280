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
