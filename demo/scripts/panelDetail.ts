import type { Half, Row } from '../panel/Recorder.ts';
import { copy, tokens } from './code.ts';
import { make } from './dom.ts';
import { verifySealed } from './signed.ts';

// One call in full: request and answer, the command that repeats it, and for a webhook its signature.

/** Whether a signature is that of its webhook. */
export type Verdict = 'good' | 'bad';
type Webhook = NonNullable<Row['webhook']>;

interface DetailOptions {
  /** Says something in the status line of the panel. */
  say: (text: string) => void;
  /** Marks the row as verified or not. */
  mark: (verdict: Verdict) => void;
}

/** The detail of a row. `secret`: that with which this panel verifies webhooks. */
export function detailOf(row: Row, secret: Promise<string>, options: DetailOptions): HTMLElement {
  const detail = make('div', { class: 'detail' });
  if (row.webhook) detail.append(signatureOf(row.webhook, secret, options));
  const { code } = (row.answer.body ?? {}) as { code?: string };
  if (row.status >= 400 && typeof code === 'string') detail.append(explained(code));
  detail.append(half('Request', row.request), half('Answer', row.answer));
  if (row.webhook) detail.append(resend(row.webhook, options));
  const button = make('button', { class: 'small-button', type: 'button' }, 'Copy as curl');
  button.onclick = async () => {
    button.textContent = await copy(curlOf(row));
    options.say(button.textContent);
  };
  detail.append(button);
  return detail;
}

/** What an error means and what helps, on the service's own page. */
function explained(code: string): HTMLElement {
  const line = make('p', { class: 'panel-note' }, 'What it means: ');
  line.append(make('a', { href: `/errors#${code}`, target: '_blank' }, code));
  return line;
}

/** Has the service deliver the event once more: it comes as a call of its own, with the same id. */
function resend({ body }: Webhook, { say }: DetailOptions): HTMLElement {
  const button = make('button', { class: 'small-button', type: 'button' }, 'Deliver again');
  const { id } = JSON.parse(body) as { id: string };
  button.onclick = async () => {
    // The button says that it did not work.
    const response = await fetch(`/panel/resend/${id}`, { method: 'POST' }).catch(() => null);
    button.textContent = response?.ok ? 'On its way' : 'That did not work';
    say(button.textContent);
  };
  return button;
}

function half(name: string, { headers, body }: Half): HTMLElement {
  const section = make('section');
  section.append(make('h3', {}, name));
  const list = make('dl', { class: 'headers' });
  for (const [header, value] of Object.entries(headers)) {
    const line = make('div');
    line.append(make('dt', {}, header), make('dd', {}, value));
    list.append(line);
  }
  if (list.childElementCount > 0) section.append(list);
  section.append(body === null ? make('p', { class: 'panel-note' }, 'No body') : code(body));
  return section;
}

function code(body: unknown): HTMLElement {
  const block = make('pre', { class: 'code', tabindex: '0' });
  if (typeof body === 'string') block.textContent = body;
  else void tokens(JSON.stringify(body, null, 2), 'json').then((parts) => block.append(...parts));
  return block;
}

/** The same call from a terminal. Credentials are names of variables: the panel has never had them. */
function curlOf({ from, method, path, request, webhook }: Row): string {
  const origin = from === 'backend' ? '$IDV_ORIGIN' : location.origin;
  const headers = { ...request.headers };
  if (headers['authorization'])
    headers['authorization'] = `Bearer $${from === 'backend' ? 'IDV_API_KEY' : 'IDV_SESSION_KEY'}`;
  if (webhook) headers['webhook-signature'] = webhook.signature;
  const address = from === 'page' ? path.replace(/^\/v1/, '/service/v1') : path;
  const lines = [`curl -X ${method} "${origin}${address}"`];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H "${name}: ${value}"`);
  const body =
    webhook?.body ?? (request.body && typeof request.body !== 'string' ? JSON.stringify(request.body) : null);
  if (body) lines.push(`--data-raw '${body.replaceAll("'", () => "'\\''")}'`);
  return lines.join(' \\\n  ');
}

function signatureOf(webhook: Webhook, secret: Promise<string>, { say, mark }: DetailOptions): HTMLElement {
  const section = make('section', { class: 'signature' });
  const verdict = make('p', { class: 'verdict-line' });
  const button = make('button', { class: 'small-button', type: 'button' }, 'Change one byte');
  const note = make(
    'p',
    { class: 'panel-note' },
    'The back end verified it with the secret of its endpoint, which never leaves it. It signed the same bytes again for ' +
      'this panel alone, and your browser verifies that signature here, by WebCrypto.',
  );
  const bytes = make('pre', { class: 'code raw', tabindex: '0' });
  let isChanged = false;
  const verify = async () => {
    // The middle of the body: any byte would do.
    const at = Math.floor(webhook.body.length / 2);
    const [before, own, after] = [webhook.body.slice(0, at), webhook.body[at]!, webhook.body.slice(at + 1)];
    const shown = isChanged ? (own === 'x' ? 'y' : 'x') : own;
    const found = await verdictOf({ ...webhook, body: before + shown + after }, await secret);
    bytes.replaceChildren(before, isChanged ? make('mark', {}, shown) : shown, after);
    verdict.textContent = found === 'good' ? 'Signature verified' : 'Signature does not match';
    section.dataset['verdict'] = found;
    mark(found);
    button.textContent = isChanged ? 'Change it back' : 'Change one byte';
    say(verdict.textContent);
  };
  button.onclick = () => {
    isChanged = !isChanged;
    void verify();
  };
  section.append(make('h3', {}, 'Signature'), verdict, note);
  if (isSecureContext) {
    section.append(bytes, button);
    void verify();
  } else verdict.textContent = 'Browsers verify over https and on localhost alone';
  return section;
}

/** Standard Webhooks: HMAC-SHA256 over id, timestamp and body. */
export async function verdictOf(
  { id, timestamp, signature, body }: Webhook,
  secret: string,
): Promise<Verdict> {
  const sealed = `${id}.${timestamp}.${body}`;
  return (await verifySealed(sealed, signature.replace(/^v1,/, ''), secret)) ? 'good' : 'bad';
}
