import type { ToWallet } from './messages.ts';

// The page of the test wallet: receives the request of the page that opened it, and returns the answer to that page.

const KIND = 'idv-test-wallet';
const AWAY = 'The wallet cannot be reached. Try again.';

/** The answer of the wallet's server: where to go on, what to hand over, or a problem. */
interface Reply {
  url?: string;
  answer?: unknown;
  problem?: string;
}

/** Of the types, `opener` may be anything: it is a window, or `null`. */
const page = opener as Window | null;
const waiting = document.querySelector('[data-waiting]');
const form = document.querySelector<HTMLFormElement>('[data-share]');

if (waiting) waitForRequest(waiting);
if (form) {
  form.addEventListener('change', () => offerFaults(form));
  offerFaults(form);
  if (form.dataset['share'] === 'page') form.addEventListener('submit', (event) => answerPage(form, event));
}

/** The origin comes from the browser, never from the page. */
function waitForRequest(place: Element): void {
  addEventListener('message', async ({ source, origin, data }: MessageEvent<ToWallet | null>) => {
    if (source !== page || data?.kind !== KIND) return;
    const body = JSON.stringify({ origin, requests: data.requests });
    const { url, problem } = await post('/requests', body, { 'content-type': 'application/json' });
    if (url) location.replace(url);
    else place.textContent = problem ?? AWAY;
  });
  page?.postMessage({ kind: KIND, state: 'ready' }, '*');
}

async function answerPage(shared: HTMLFormElement, event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const { submitter } = event;
  if (shared.ariaBusy === 'true') return;
  shared.ariaBusy = 'true';
  if (submitter) submitter.ariaDisabled = 'true';
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(shared, submitter)) chosen.append(name, String(value));
  const { answer, problem } = await post(shared.action, chosen);
  shared.ariaBusy = null;
  if (submitter) submitter.ariaDisabled = null;
  if (problem) return show(shared, problem);
  if (!page) return show(shared, 'The page that asked was closed. Open it again, and start there.');
  page.postMessage({ kind: KIND, state: 'answered', answer }, shared.dataset['origin']!);
  close();
}

/** @returns the answer of the wallet, or a `problem`. */
async function post(
  url: string,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Reply> {
  try {
    const accept = 'application/json';
    const response = await fetch(url, { method: 'POST', headers: { accept, ...headers }, body });
    return (await response.json()) as Reply;
  } catch {
    // Nothing answers, or not the wallet.
    return { problem: AWAY };
  }
}

function show(before: HTMLFormElement, text: string): void {
  const banner = document.querySelector('[role="alert"]') ?? document.createElement('p');
  banner.className = 'banner';
  banner.role = 'alert';
  banner.textContent = text;
  before.before(banner);
}

/** Shows only the faults that are possible in the chosen document. */
function offerFaults({ elements }: HTMLFormElement): void {
  const offer = (elements.namedItem('offer') as RadioNodeList | HTMLSelectElement).value;
  const fault = elements.namedItem('fault') as HTMLSelectElement;
  for (const option of document.querySelectorAll<HTMLOptionElement>('option[data-offers]')) {
    option.disabled = !option.dataset['offers']!.split(' ').includes(offer);
    option.hidden = option.disabled;
    if (option.disabled && option.selected) fault.value = '';
  }
}
