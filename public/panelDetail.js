// One call in full: request and answer, the command that repeats it, and for a webhook its signature.
import { copy, tokens } from './code.js';

/** The detail of a row. `secret`: a promise of the secret with which this panel verifies webhooks. */
export function detailOf(row, secret, { say, mark }) {
  const detail = make('div', 'detail');
  if (row.webhook) detail.append(signatureOf(row.webhook, secret, { say, mark }));
  detail.append(half('Request', row.request), half('Answer', row.answer));
  const button = make('button', 'small-button', 'Copy as curl');
  button.type = 'button';
  button.onclick = async () => {
    button.textContent = await copy(curlOf(row));
    say(button.textContent);
  };
  detail.append(button);
  return detail;
}

function half(name, { headers, body }) {
  const section = make('section');
  section.append(make('h3', '', name));
  const list = make('dl', 'headers');
  for (const [header, value] of Object.entries(headers)) {
    const line = make('div');
    line.append(make('dt', '', header), make('dd', '', value));
    list.append(line);
  }
  if (list.childElementCount > 0) section.append(list);
  section.append(body === null ? make('p', 'panel-note', 'No body') : code(body));
  return section;
}

function code(body) {
  const block = make('pre', 'code');
  block.tabIndex = 0;
  if (typeof body === 'string') block.textContent = body;
  else void tokens(JSON.stringify(body, null, 2), 'json').then((parts) => block.append(...parts));
  return block;
}

/** The same call from a terminal. Credentials are names of variables: the panel has never had them. */
function curlOf({ from, method, path, request, webhook }) {
  const origin = from === 'backend' ? '$IDV_ORIGIN' : location.origin;
  const headers = { ...request.headers };
  if (headers.authorization)
    headers.authorization = `Bearer $${from === 'backend' ? 'IDV_API_KEY' : 'IDV_SESSION_KEY'}`;
  if (webhook) headers['webhook-signature'] = webhook.signature;
  const address = from === 'page' ? path.replace(/^\/v1/, '/service/v1') : path;
  const lines = [`curl -X ${method} "${origin}${address}"`];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H "${name}: ${value}"`);
  const body =
    webhook?.body ?? (request.body && typeof request.body !== 'string' ? JSON.stringify(request.body) : null);
  if (body) lines.push(`--data-raw '${body.replaceAll("'", "'\\''")}'`);
  return lines.join(' \\\n  ');
}

function signatureOf(webhook, secret, { say, mark }) {
  const section = make('section', 'signature');
  const verdict = make('p', 'verdict-line');
  const button = make('button', 'small-button', 'Change one byte');
  button.type = 'button';
  const note = make(
    'p',
    'panel-note',
    'The back end verified it with the secret of its endpoint, which never leaves it. It signed the same bytes again for ' +
      'this panel alone, and your browser verifies that signature here, by WebCrypto.',
  );
  const bytes = make('pre', 'code raw');
  bytes.tabIndex = 0;
  let isChanged = false;
  const verify = async () => {
    // The middle of the body: any byte would do.
    const at = Math.floor(webhook.body.length / 2);
    const other = webhook.body[at] === 'x' ? 'y' : 'x';
    const body = isChanged ? webhook.body.slice(0, at) + other + webhook.body.slice(at + 1) : webhook.body;
    const isGood = await isSigned({ ...webhook, body }, await secret);
    bytes.replaceChildren(
      body.slice(0, at),
      isChanged ? make('mark', '', body[at]) : body[at],
      body.slice(at + 1),
    );
    verdict.textContent = isGood ? 'Signature verified' : 'Signature does not match';
    section.dataset.verdict = isGood ? 'good' : 'bad';
    mark(isGood);
    button.textContent = isChanged ? 'Change it back' : 'Change one byte';
    say(verdict.textContent);
  };
  button.onclick = () => {
    isChanged = !isChanged;
    return verify();
  };
  section.append(make('h3', '', 'Signature'), verdict, note);
  if (crypto.subtle) {
    section.append(bytes, button);
    void verify();
  } else verdict.textContent = 'Browsers verify over https and on localhost alone';
  return section;
}

/** Standard Webhooks: HMAC-SHA256 over id, timestamp and body. `verify` compares in constant time. */
export async function isSigned({ id, timestamp, signature, body }, secret) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  return crypto.subtle.verify('HMAC', key, bytesOf(signature.replace(/^v1,/, '')), signed);
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function make(name, className = '', text = '') {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
