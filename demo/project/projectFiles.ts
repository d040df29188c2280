import { type Choice, caseOf } from '../choice.ts';
import { htmlOf, literal } from '../snippets.ts';

/** What the project is told of the machine that made it. */
export interface ProjectSettings {
  /** The name of the packed package beside it. */
  tarball: string;
  /** The address of the service, which ends in `/v1`. */
  apiUrl: string;
  /** The key, for somebody at the machine of the demo; `null` for everybody else. */
  apiKey: string | null;
}

/**
 * A whole site for a choice: one page, one file of server, and what they need. `npm install`, `npm start`, and a case can be
 * approved. Without the packed package, which is added to it.
 */
export function projectFiles(choice: Choice, settings: ProjectSettings): Map<string, string> {
  return new Map([
    ['package.json', packageOf(settings)],
    ['server.js', serverOf(choice)],
    ['page.html', pageOf(choice)],
    ['.env', envOf(settings)],
    ['README.md', README],
  ]);
}

function packageOf({ tarball }: ProjectSettings): string {
  const content = {
    name: 'my-site',
    private: true,
    type: 'module',
    scripts: { start: 'node server.js' },
    engines: { node: '>=20.19' },
    dependencies: { 'idv-verify': `file:${tarball}` },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function envOf({ apiUrl, apiKey }: ProjectSettings): string {
  const key =
    apiKey === null
      ? `# One of the service's IDV_BOOTSTRAP_KEY; npm start of idv-verify keeps its own in .data/demo-key.\nIDV_API_KEY=\n`
      : `# The test key of the demo on this machine. Keep it out of your repository.\nIDV_API_KEY=${apiKey}\n`;
  return `${key}# The service, with /v1.\nIDV_BASE_URL=${apiUrl}\nPORT=3000\n`;
}

function pageOf(choice: Choice): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>My site</title>
<style>body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 40rem; padding: 0 1rem }</style>
<h1>My site</h1>
${htmlOf(choice)}</html>
`;
}

const README = `# A site with idv-verify

    npm install
    npm start

Then open http://localhost:3000. The service has to run: \`npm start\` in idv-verify.

- \`server.js\`: the page, the session behind it, the webhook, the return page. It registers its webhook by itself.
- \`page.html\`: the element.
- \`.env\`: the key and the address of the service. Neither ever reaches a browser.
`;

function serverOf(choice: Choice): string {
  const more = Object.entries(caseOf(choice)).map(
    ([name, value]) => `    ${name}: ${literal(value, '    ')},\n`,
  );
  return `import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createIdvClient, toNodeHandler, webhookHandler } from 'idv-verify/server';

process.loadEnvFile();
const port = Number(process.env.PORT ?? 3000);
const site = \`http://localhost:\${port}\`;
const idv = createIdvClient(); // reads IDV_API_KEY and IDV_BASE_URL

// Yours: who has signed in, by a session cookie that you set. Here every browser gets a user of its own.
const sessions = new Map();
const userOf = (cookies) => sessions.get(/(?:^|; )session=([^;]+)/.exec(cookies ?? '')?.[1]);

const session = idv.sessionHandler((request) => {
  const user = userOf(request.headers.get('cookie'));
  if (!user) return null; // 401
  return {
    type: 'kyc_individual',
    returnUrl: \`\${site}/return\`,
    clientReferenceId: user,
${more.join('')}  };
});

// Yours: a table. What the back end heard, by user; the page is told nothing of the outcome.
const statusOf = new Map();

/** Registers this site's webhook. Its secret is shown this one time, so one of an earlier start is replaced. */
async function registerWebhook() {
  const url = \`http://127.0.0.1:\${port}/webhooks/idv\`;
  const { data } = await idv.webhookEndpoints.list();
  for (const endpoint of data) if (endpoint.url === url) await idv.webhookEndpoints.delete(endpoint.id);
  const { secret } = await idv.webhookEndpoints.create({ url });
  return webhookHandler({
    secret,
    onEvent: ({ type, data: { clientReferenceId, status } }) => {
      console.log(\`webhook: \${type}\`);
      if (clientReferenceId && status) statusOf.set(clientReferenceId, status);
    },
  });
}

const routes = {
  'POST /idv/session': toNodeHandler(session),
  'POST /webhooks/idv': toNodeHandler(await registerWebhook()),
  'GET /': async (request, response) => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    if (!userOf(request.headers.cookie)) {
      const id = randomUUID();
      sessions.set(id, \`user_\${randomUUID()}\`);
      headers['set-cookie'] = \`session=\${id}; HttpOnly; SameSite=Lax; Path=/\`;
    }
    response.writeHead(200, headers).end(await readFile('page.html'));
  },
  // The address carries no outcome: the webhook brought it, or is about to.
  'GET /return': (request, response) => {
    const status = statusOf.get(userOf(request.headers.cookie)) ?? 'being checked';
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', refresh: '2' })
      .end(\`<!doctype html><title>Return</title><h1>Your check: \${status}</h1>\`);
  },
};

const DROP_IN = dirname(fileURLToPath(import.meta.resolve('idv-verify/cdn/idv-verify.js')));
const TYPES = { '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm' };

createServer(async (request, response) => {
  const [pathname] = request.url.split('?');
  const route = routes[\`\${request.method} \${pathname}\`];
  if (route) return route(request, response);
  const file = join(DROP_IN, pathname.slice('/idv'.length));
  const isOurs = pathname.startsWith('/idv/') && file.startsWith(DROP_IN + sep);
  // What cannot be read is not found.
  const content = isOurs ? await readFile(file).catch(() => null) : null;
  response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
  response.end(content ?? 'Not found');
}).listen(port, '127.0.0.1', () => console.log(site));
`;
}
