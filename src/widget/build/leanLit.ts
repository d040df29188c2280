import type { Plugin } from 'vite';

/**
 * Leaves out of the drop-in what Lit has for other pages and other elements: polyfills of browsers without shadow DOM, marks
 * for its own tools, decorators, MathML, the checks of styles that are known when it is built, controllers, attributes that
 * are neither a text nor a switch, default values, hydration, templates compiled in advance, bindings in comments.
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
    // Each sheet is made once.
    [
      /const s=this\.t;if\(e&&void 0===t\)\{const e=void 0!==s&&1===s\.length;e&&\(t=o\.get\(s\)\),void 0===t&&\(\(this\.o=t=new CSSStyleSheet\)\.replaceSync\(this\.cssText\),e&&o\.set\(s,t\)\)\}return t/,
      'e&&void 0===t&&(this.o=t=new CSSStyleSheet).replaceSync(this.cssText);return t',
    ],
    [/o=new WeakMap;/, 'o=0;'],
    [/e\?t=>t:t=>t instanceof CSSStyleSheet\?\(t=>\{.+?\}\)\(t\):t;/, '0;'],
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
    [
      /addController\(t\)\{\(this\._\$EO\?\?=new Set\)\.add\(t\),void 0!==this\.renderRoot&&this\.isConnected&&t\.hostConnected\?\.\(\)\}removeController\(t\)\{this\._\$EO\?\.delete\(t\)\}/,
    ],
    [/,this\._\$EO\?\.forEach\(t=>t\.hostConnected\?\.\(\)\)/],
    [/this\._\$EO\?\.forEach\(t=>t\.hostDisconnected\?\.\(\)\)/],
    [/this\._\$EO\?\.forEach\(t=>t\.hostUpdate\?\.\(\)\),/],
    [/this\._\$EO\?\.forEach\(t=>t\.hostUpdated\?\.\(\)\),/],
    [/,c=a\.trustedTypes,l=c\?c\.emptyScript:""/],
    [/,u=\{toAttribute\(t,s\)\{.+?\},fromAttribute\(t,s\)\{.+?return i\}\},f=/, ',f='],
    [/converter:u,reflect:!1,useDefault:!1,/, 'reflect:!1,'],
    [/,u as defaultConverter/],
    [/\(void 0!==i\.converter\?\.toAttribute\?i\.converter:u\)\.toAttribute\(s,i\.type\)/, 's'],
    [
      /,h="function"==typeof t\.converter\?\{fromAttribute:t\.converter\}:void 0!==t\.converter\?\.fromAttribute\?t\.converter:u;this\._\$Em=e;const r=h\.fromAttribute\(s,t\.type\);this\[e\]=r\?\?this\._\$Ej\?\.get\(e\)\?\?r,/,
      ';this._$Em=e;this[e]=t.type===Boolean?null!==s:s,',
    ],
    [
      /\(\(i\.hasChanged\?\?f\)\(h,s\)\|\|i\.useDefault&&i\.reflect&&h===this\._\$Ej\?\.get\(t\)&&!this\.hasAttribute\(r\._\$Eu\(t,i\)\)\)/,
      '(i.hasChanged??f)(h,s)',
    ],
    [
      /\{useDefault:i,reflect:e,wrapped:h\},r\)\{i&&!\(this\._\$Ej\?\?=new Map\)\.has\(t\)&&\(this\._\$Ej\.set\(t,r\?\?s\?\?this\[t\]\),!0!==h\|\|void 0!==r\)\|\|\(/,
      '{reflect:e}){(',
    ],
    [/\(this\.hasUpdated\|\|i\|\|\(s=void 0\)/, '(this.hasUpdated||(s=void 0)'],
    [/s\.state&&\(s\.attribute=!1\),/],
    [/,!s\.noAccessor\)/, ',!0)'],
    [/\[\.\.\.r\(t\),\.\.\.o\(t\)\]/, 'r(t)'],
    [/getOwnPropertySymbols:o,/],
    [/const i=\[\];if\(Array\.isArray\(s\)\)\{.+?\}else void 0!==s&&i\.push\(t\(s\)\);return i/, 'return s'],
  ],
  'lit-html/lit-html.js': [
    [/,B=t\.litHtmlPolyfillSupport;B\?\.\(S,k\),\(t\.litHtmlVersions\?\?=\[\]\)\.push\("[\d.]+"\)/],
    [/:3===i\?"<math>":""/, ':""'],
    [/:3===i\?"<\/math>":""/, ':""'],
    [/\|\|3===i\)/, ')'],
    [
      /"number"==typeof s\?this\._\$AC\(t\):\(void 0===s\.el&&\(s\.el=S\.createElement\(V\(s\.h,s\.h\[0\]\),this\.options\)\),s\)/,
      'this._$AC(t)',
    ],
    [
      /if\(r\.data===n\)d\.push\(\{type:2,index:l\}\);else\{let t=-1;.+?o\.length-1\}/,
      'r.data===n&&d.push({type:2,index:l});',
    ],
    // What the directives take.
    [/\{M:h,P:o,A:n,.+?,F:Z\}/, '{I:k}'],
  ],
  'lit-element/lit-element.js': [
    [/,s\.litElementHydrateSupport\?\.\(\{LitElement:i\}\)/],
    [/const o=s\.litElementPolyfillSupport;o\?\.\(\{LitElement:i\}\);/],
    [/;\(s\.litElementVersions\?\?=\[\]\)\.push\("[\d.]+"\)/],
  ],
};
