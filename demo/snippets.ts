import { brandOf } from './brands.ts';
import { type Choice, caseOf } from './choice.ts';

/** The code for a choice, to copy. Each part works on its own. */
export interface Snippet {
  id: 'html' | 'react' | 'server' | 'webhook' | 'server-ts' | 'webhook-ts';
  name: string;
  /** For syntax highlighting. */
  language: 'html' | 'js' | 'ts';
  code: string;
}

/** The code that a site needs for this choice. */
export function snippetsOf(choice: Choice): Snippet[] {
  return [
    { id: 'html', name: 'HTML', language: 'html', code: htmlOf(choice) },
    { id: 'react', name: 'React', language: 'ts', code: reactOf(choice) },
    { id: 'server', name: 'Server', language: 'js', code: serverOf(choice, { hasTypes: false }) },
    { id: 'webhook', name: 'Webhook', language: 'js', code: webhookOf({ hasTypes: false }) },
    {
      id: 'server-ts',
      name: 'Server, TypeScript',
      language: 'ts',
      code: serverOf(choice, { hasTypes: true }),
    },
    { id: 'webhook-ts', name: 'Webhook, TypeScript', language: 'ts', code: webhookOf({ hasTypes: true }) },
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

/** The element for a choice, with its script. */
export function htmlOf(choice: Choice): string {
  const attributes = codeAttributes(choice);
  return `<!-- /idv: the folder node_modules/idv-verify/dist/cdn -->
<script type="module" src="/idv/idv-verify.js"></script>

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

interface Written {
  /** Whether as TypeScript; otherwise as JavaScript, which any Node runs. */
  hasTypes: boolean;
}

function serverOf(choice: Choice, { hasTypes }: Written): string {
  const typed = (type: string) => (hasTypes ? type : '');
  const more = Object.entries(caseOf(choice)).map(
    ([name, value]) => `    ${name}: ${literal(value, '    ')},\n`,
  );
  return `import { createIdvClient } from 'idv-verify/server';

// IDV_API_KEY: one of the service's IDV_BOOTSTRAP_KEY; npm start keeps its own in .data/demo-key.
// IDV_BASE_URL: the address of your service, which ends in /v1.
const idv = createIdvClient();

// POST /idv/session; in Express: app.post('/idv/session', toNodeHandler(session)). Without a user the answer is 401.
export const session = idv.sessionHandler((request) => {
  const user = signedIn(request);
  if (!user) return null;
  return {
    type: 'kyc_individual',
    returnUrl: new URL('/return', request.url).href,
    clientReferenceId: user.id,
${more.join('')}  };
});

// Yours: who has signed in, by the session cookie that you set. Never by anything that the visitor chooses.
export const sessions = new Map${typed('<string, { id: string }>')}();

function signedIn(request${typed(': Request')})${typed(': { id: string } | null')} {
  const cookie = /(?:^|; )session=([^;]+)/.exec(request.headers.get('cookie') ?? '');
  return sessions.get(cookie?.[1] ?? '') ?? null;
}
`;
}

function webhookOf({ hasTypes }: Written): string {
  return `import { webhookHandler } from 'idv-verify/server';

const opened = new Set${hasTypes ? '<string>' : ''}(); // yours: a table

// IDV_WEBHOOK_SECRET: \`secret\` of what idv.webhookEndpoints.create({ url }) returns, shown that one time.
// POST /webhooks/idv; in Express: app.post('/webhooks/idv', toNodeHandler(webhook))
export const webhook = webhookHandler({
  onEvent: ({ type, data }) => {
    if (type === 'case.approved') opened.add(data.clientReferenceId ?? '');
  },
});
`;
}

/** A value as source code. */
export function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([name, item]) => `${inner}${name}: ${literal(item, inner)},\n`);
  return `{\n${lines.join('')}${indent}}`;
}
