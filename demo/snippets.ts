import { brandOf } from './brands.ts';
import { type Choice, caseOf } from './choice.ts';

/** The code for a choice, to copy. Each part works on its own. */
export interface Snippet {
  id: 'html' | 'react' | 'server' | 'webhook';
  name: string;
  /** For syntax highlighting. */
  language: 'html' | 'ts';
  code: string;
}

/** The code that a site needs for this choice. */
export function snippetsOf(choice: Choice): Snippet[] {
  return [
    { id: 'html', name: 'HTML', language: 'html', code: htmlOf(choice) },
    { id: 'react', name: 'React', language: 'ts', code: reactOf(choice) },
    { id: 'server', name: 'Server', language: 'ts', code: serverOf(choice) },
    { id: 'webhook', name: 'Webhook', language: 'ts', code: WEBHOOK },
  ];
}

/** The attributes of the element that differ from the defaults. */
export function attributesOf({ look, theme, language, mode, camera }: Choice): [string, string][] {
  const all: [string, string][] = [
    ['preset', look === 'soft' ? '' : look],
    ['theme', theme === 'auto' ? '' : theme],
    ['locale', language === 'auto' ? '' : language],
    ['mode', mode === 'inline' ? '' : mode],
    ['test-face', TEST_FACE[camera] ?? ''],
  ];
  return all.filter(([, value]) => value !== '');
}

function codeAttributes(choice: Choice): [string, string][] {
  return [
    ['session-url', '/idv/session'],
    ['site-name', brandOf(choice.brand).name],
    ...attributesOf(choice),
  ];
}

/** The attribute that selects the test face. */
const TEST_FACE: Record<string, string> = {
  test: 'auto',
  'test-1': '1',
  'test-2': '2',
  'test-3': '3',
  real: 'none',
};

function htmlOf(choice: Choice): string {
  const attributes = codeAttributes(choice);
  return `<script type="module" src="/idv/idv-verify.js"></script>

<idv-verify
${attributes.map(([name, value]) => `  ${name}="${value}"`).join('\n')}
></idv-verify>
`;
}

function reactOf(choice: Choice): string {
  const attributes = codeAttributes(choice);
  return `import { IdvVerify } from 'idv-verify/react';

export function Verification() {
  return (
    <IdvVerify
${attributes.map(([name, value]) => `      ${propertyOf(name)}="${value}"`).join('\n')}
    />
  );
}
`;
}

function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function serverOf(choice: Choice): string {
  const more = Object.entries(caseOf(choice)).map(([name, value]) => `  ${name}: ${literal(value, '  ')},\n`);
  return `import { createIdvClient } from 'idv-verify/server';

const idv = createIdvClient(); // IDV_API_KEY and IDV_BASE_URL, of the environment

// POST /idv/session
export const session = idv.sessionHandler((request) => ({
  type: 'kyc_individual',
  returnUrl: new URL('/return', request.url).href,
  clientReferenceId: userOf(request),
${more.join('')}}));

// Yours: the user of the session cookie.
function userOf(request: Request): string {
  return request.headers.get('x-user') ?? 'nobody';
}
`;
}

const WEBHOOK = `import { webhookHandler } from 'idv-verify/server';

const opened = new Set<string>(); // yours: a table

// POST /webhooks/idv; IDV_WEBHOOK_SECRET, of the environment
export const webhook = webhookHandler({
  onEvent: ({ type, data }) => {
    if (type === 'case.approved') opened.add(data.clientReferenceId ?? '');
  },
});
`;

/** A value as source code. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([name, item]) => `${inner}${name}: ${literal(item, inner)},\n`);
  return `{\n${lines.join('')}${indent}}`;
}
