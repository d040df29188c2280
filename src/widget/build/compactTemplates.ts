import { type Plugin, parseAst } from 'vite';

/** Removes indentation from the HTML templates of the drop-in, which a JavaScript minifier does not change. */
export function compactTemplates(): Plugin {
  return {
    name: 'compact-templates',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'cdn',
    transform(code, id) {
      if (!/\/widget\/.*\.ts(\?\w+)?$/.test(id) || !/\b(html|svg)`/.test(code)) return undefined;
      let compacted = code;
      // From the end, so that the remaining positions stay valid.
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

/** The positions of the fixed texts of the templates. */
function textsOf(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(textsOf);
  const { type, tag, quasi } = node as Record<string, { name?: string; quasis?: Span[] }> & {
    type?: unknown;
  };
  const isTemplate = type === 'TaggedTemplateExpression' && ['html', 'svg'].includes(tag?.name ?? '');
  return isTemplate ? [...inner, ...(quasi?.quasis ?? [])] : inner;
}

/** Replaces white space by one space: between words and inline elements it is visible. */
function compact(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/ (?=>|\/>)/g, '');
}
