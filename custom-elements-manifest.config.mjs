import { readFileSync } from 'node:fs';

/** The element's manifest: what of its class is public, and its events, from the sources and their comments alone. */
export default {
  globs: ['src/widget/**/*.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [publicMembersAlone(), eventsOfTheInterface(), looksOfTheTemplates(), publishedPaths()],
};

const LIFECYCLE = new Set([
  'connectedCallback',
  'connectedMoveCallback',
  'disconnectedCallback',
  'willUpdate',
  'updated',
  'render',
]);

function publicMembersAlone() {
  const isPublic = ({ name, privacy, static: isStatic }) =>
    !name.startsWith('#') && !isStatic && (privacy ?? 'public') === 'public' && !LIFECYCLE.has(name);
  return {
    name: 'public-members-alone',
    packageLinkPhase({ customElementsManifest }) {
      for (const { declarations = [] } of customElementsManifest.modules)
        for (const declaration of declarations) declaration.members = declaration.members?.filter(isPublic);
    },
  };
}

/** The element emits through one function, with names and details in the interface `IdvEventDetails`. */
function eventsOfTheInterface() {
  const events = [];
  return {
    name: 'events-of-the-interface',
    analyzePhase({ ts, node }) {
      if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'IdvEventDetails') return;
      for (const member of node.members)
        events.push({
          name: member.name.text,
          type: { text: `CustomEvent<${member.type.getText().replace(/\s+/g, ' ')}>` },
          description: ts.getTextOfJSDocComment(member.jsDoc?.[0]?.comment) ?? '',
        });
    },
    packageLinkPhase({ customElementsManifest }) {
      for (const { declarations = [] } of customElementsManifest.modules)
        for (const declaration of declarations)
          if (declaration.customElement)
            declaration.events = events.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

/** What each token, part and slot moves, in words. */
const looks = JSON.parse(readFileSync(new URL('src/widget/looks.json', import.meta.url), 'utf8'));

/** Tokens, parts and slots as styles and templates have them, with the words of `looks.json`. */
function looksOfTheTemplates() {
  const [tokens, parts, slots] = [new Map(), new Set(), new Set()];
  return {
    name: 'looks-of-the-templates',
    analyzePhase({ ts, node }) {
      if (!ts.isTaggedTemplateExpression(node)) return;
      const text = node.template.getText();
      const sheet = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '';
      for (const { index, 0: start, 1: name } of text.matchAll(/var\(\s*(--idv-[\w-]+)\s*/g)) {
        const defaults = tokens.get(name) ?? {};
        // The first one counts: presets come after it.
        defaults[sheet === 'dark' ? 'dark' : 'light'] ??= defaultAt(text, index + start.length);
        tokens.set(name, defaults);
      }
      for (const [, names] of text.matchAll(/\bpart="?([\w -]+)/g))
        for (const name of names.trim().split(/\s+/)) parts.add(name);
      for (const [, name] of text.matchAll(/<slot name="?([\w-]+)/g)) slots.add(name);
    },
    packageLinkPhase({ customElementsManifest }) {
      const element = customElementsManifest.modules
        .flatMap(({ declarations = [] }) => declarations)
        .find(({ customElement }) => customElement);
      const named = (names, words) => [...names].sort().map((name) => ({ name, description: words[name] }));
      element.cssProperties = [...tokens].sort().map(([name, { light, dark }]) => ({
        name,
        ...(light && { default: light }),
        description: [looks.tokens[name], dark && dark !== light && `In dark colours \`${dark}\`.`]
          .filter(Boolean)
          .join(' '),
      }));
      element.cssParts = named(parts, looks.parts);
      element.slots = named(slots, looks.slots);
    },
  };
}

/** What stands behind the comma of a `var(`, up to its closing bracket. */
function defaultAt(text, from) {
  let depth = 1;
  let at = from;
  while (depth > 0 && at < text.length) depth += { '(': 1, ')': -1 }[text[at++]] ?? 0;
  return text
    .slice(from, at - 1)
    .replace(/^,/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The package has no sources: modules are named by what it exports. */
function publishedPaths() {
  const paths = {
    'src/widget/IdvVerifyElement.ts': 'dist/element.js',
    'src/widget/register.ts': 'dist/index.js',
  };
  const published = (path) => paths[path.replace(/^\//, '')] ?? path;
  return {
    name: 'published-paths',
    packageLinkPhase({ customElementsManifest }) {
      const { modules } = customElementsManifest;
      for (const module of modules) {
        module.path = published(module.path);
        for (const { declaration } of module.exports ?? [])
          if (declaration?.module) declaration.module = published(declaration.module);
      }
      customElementsManifest.modules = modules.filter(({ path }) => path.startsWith('dist/'));
    },
  };
}
