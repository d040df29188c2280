/** The hash of each script of the drop-in by file name; inserted by the build. */
declare const __INTEGRITY__: Record<string, string>;

/**
 * Loads the drop-in so that the browser verifies every script of it, including later ones, by an import map with their
 * hashes. Include it in the page as a classic script with an `integrity` attribute, before any module.
 */
let policy: Policy | undefined;
const scriptElement = ownScript();
const absolute = (name: string) => new URL(name, scriptElement.src).href;

const integrity: Record<string, string> = {};
for (const [name, hash] of Object.entries(__INTEGRITY__)) {
  integrity[absolute(name)] = hash;
  integrity[absolute(`${name}?2`)] = hash;
}
add('importmap', { textContent: JSON.stringify({ integrity }) });
add('module', { src: absolute('idv-verify.js') });

/**
 * The current script, from the browser itself. An element of the page with `name="currentScript"` could replace
 * `document.currentScript` (DOM clobbering) and would then determine the location of the scripts.
 */
function ownScript(): HTMLScriptElement {
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')!;
  return get!.call(document);
}

interface Content {
  textContent?: string;
  src?: string;
}

/** Adds a script with the nonce of this script, through the policy `idv-verify` if Trusted Types are required. */
function add(type: string, { textContent, src }: Content): void {
  const script = document.createElement('script');
  Object.assign(script, { type, crossOrigin: 'anonymous', nonce: scriptElement.nonce });
  if (textContent !== undefined) script.textContent = trust('createScript', textContent);
  if (src !== undefined) script.src = trust('createScriptURL', src);
  scriptElement.after(script);
}

function trust(kind: 'createScript' | 'createScriptURL', text: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): Policy };
  };
  const identity = (input: string) => input;
  policy ??= trustedTypes?.createPolicy('idv-verify-loader', {
    createScript: identity,
    createScriptURL: identity,
  });
  return policy ? policy[kind](text) : text;
}

type Policy = Record<'createScript' | 'createScriptURL', (text: string) => string>;
