import type { Plugin } from 'vite';

/**
 * Leaves out of the drop-in what Lit has for other pages: polyfills of browsers without shadow DOM, marks for its own
 * tools, decorators, MathML, and the checks of styles that are known when it is built.
 */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    enforce: 'pre',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'cdn',
    transform(code, id) {
      const file = Object.keys(unused).find((name) => id.split('?')[0]!.endsWith(`/${name}`));
      if (!file) return undefined;
      let lean = code;
      for (const [pattern, instead = ''] of unused[file]!) {
        const parts = lean.split(pattern);
        if (parts.length !== 2)
          throw new Error(
            `${file} has ${parts.length - 1} of ${pattern}: Lit has changed, and so must leanLit.ts.`,
          );
        lean = parts.join(instead);
      }
      return { code: lean, map: null };
    },
  };
}

/** Per file of Lit's minified release: what is left out, and what stands there instead. */
const unused: Record<string, [pattern: RegExp, instead?: string][]> = {
  '@lit/reactive-element/css-tag.js': [
    [/t\.ShadowRoot&&\(void 0===t\.ShadyCSS\|\|t\.ShadyCSS\.nativeShadow\)&&/],
    [/if\(this\._\$cssResult\$=!0,o!==s\)throw Error\("[^"]+"\);/, 'this._$cssResult$=!0;'],
    [/if\("number"==typeof t\)return t;throw Error\("[^"]+"\+t\+"[^"]+"\)/, 'return t'],
  ],
  '@lit/reactive-element/reactive-element.js': [
    [/,p=a\.reactiveElementPolyfillSupport/],
    [/,p\?\.\(\{ReactiveElement:y\}\),\(a\.reactiveElementVersions\?\?=\[\]\)\.push\("[\d.]+"\)/],
    [/Symbol\.metadata\?\?=Symbol\("metadata"\),a\.litPropertyMetadata\?\?=new WeakMap;/],
    [
      /const t=this\[Symbol\.metadata\];if\(null!==t\)\{const s=litPropertyMetadata\.get\(t\);if\(void 0!==s\)for\(const\[t,i\]of s\)this\.elementProperties\.set\(t,i\)\}/,
    ],
    [/static addInitializer\(t\)\{this\._\$Ei\(\),\(this\.l\?\?=\[\]\)\.push\(t\)\}/],
    [/,this\.constructor\.l\?\.forEach\(t=>t\(this\)\)/],
    [/,void 0!==t\.l&&\(this\.l=\[\.\.\.t\.l\]\)/],
  ],
  'lit-html/lit-html.js': [
    [/,B=t\.litHtmlPolyfillSupport;B\?\.\(S,k\),\(t\.litHtmlVersions\?\?=\[\]\)\.push\("[\d.]+"\)/],
    [/:3===i\?"<math>":""/, ':""'],
    [/:3===i\?"<\/math>":""/, ':""'],
  ],
  'lit-element/lit-element.js': [
    [/const o=s\.litElementPolyfillSupport;o\?\.\(\{LitElement:i\}\);/],
    [/;\(s\.litElementVersions\?\?=\[\]\)\.push\("[\d.]+"\)/],
  ],
};
