// The page of the test wallet: receives the request of the page that opened it, and returns the answer to that page.
const KIND = 'idv-test-wallet';
const form = document.querySelector('[data-share]');

if (document.querySelector('[data-waiting]')) waitForRequest();
if (form) {
  form.addEventListener('change', offerFaults);
  offerFaults();
  if (form.dataset.share === 'page') form.addEventListener('submit', answerPage);
}

const AWAY = 'The wallet cannot be reached. Try again.';

/** The origin comes from the browser, never from the page. */
function waitForRequest() {
  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== opener || data?.kind !== KIND) return;
    const headers = { 'content-type': 'application/json' };
    const { url, problem } = await post(
      '/requests',
      headers,
      JSON.stringify({ origin, requests: data.requests }),
    );
    if (url) location.replace(url);
    else document.querySelector('[data-waiting]').textContent = problem;
  });
  opener?.postMessage({ kind: KIND, state: 'ready' }, '*');
}

async function answerPage(event) {
  event.preventDefault();
  const { submitter } = event;
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  submitter.ariaDisabled = 'true';
  const chosen = new URLSearchParams(new FormData(form, submitter));
  const { answer, problem } = await post(form.action, {}, chosen);
  form.ariaBusy = null;
  submitter.ariaDisabled = null;
  if (problem) {
    show(problem);
    return;
  }
  if (!opener) {
    show('The page that asked is no longer there.');
    return;
  }
  opener.postMessage({ kind: KIND, state: 'answered', answer }, form.dataset.origin);
  close();
}

/** @returns the answer of the wallet, or a `problem`. */
async function post(url, headers, body) {
  try {
    const accept = 'application/json';
    const response = await fetch(url, { method: 'POST', headers: { accept, ...headers }, body });
    return await response.json();
  } catch {
    return { problem: AWAY };
  }
}

function show(text) {
  const banner = document.querySelector('[role="alert"]') ?? document.createElement('p');
  banner.className = 'banner';
  banner.role = 'alert';
  banner.textContent = text;
  form.before(banner);
}

/** Shows only the faults that are possible in the chosen document. */
function offerFaults() {
  const offer = form.elements.offer.value;
  for (const option of form.querySelectorAll('option[data-offers]')) {
    option.hidden = option.disabled = !option.dataset.offers.split(' ').includes(offer);
    if (option.disabled && option.selected) form.elements.fault.value = '';
  }
}
