import { type Plugin, parseAst } from 'vite';

/** Takes the white space that only indents out of the HTML of the drop-in, which a minifier of scripts leaves alone. */
export function compactTemplates(): Plugin {
  return {
    name: 'compact-templates',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'cdn',
    transform(code, id) {
      if (!/\/widget\/.*\.ts$/.test(id) || !/\b(html|svg)`/.test(code)) return undefined;
      let compacted = code;
      // From the last on, so that the places of those before stay true.
      for (const { start, end } of textsOf(parseAst(code)).sort((a, b) => b.start - a.start))
        compacted = compacted.slice(0, start) + compact(code.slice(start, end)) + compacted.slice(end);
      return { code: compacted, map: null };
    },
  };
}

interface Span {
  start: number;
  end: number;
}

/** Where the fixed texts of the templates stand. */
function textsOf(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(textsOf);
  const { type, tag, quasi } = node as Record<string, { name?: string; quasis?: Span[] }> & {
    type?: unknown;
  };
  const isTemplate = type === 'TaggedTemplateExpression' && ['html', 'svg'].includes(tag?.name ?? '');
  return isTemplate ? [...inner, ...(quasi?.quasis ?? [])] : inner;
}

/** A space stays wherever there was one: between words and elements in a line it is seen. */
function compact(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/ (?=>|\/>)/g, '');
}
