// Shows each call of this visitor as the demo's server recorded it, and verifies webhooks here once more.
import { detailOf, isSigned } from './panelDetail.js';

const root = document.querySelector('[data-panel]');
const part = (name) => root.querySelector(`[data-${name}]`);
const rows = part('rows');
const waiting = [];
/** Rows to be shown together: the calls so far come all at once, and one layout is enough for them. */
const arriving = [];
const seen = new Set();
let isPaused = false;
let giveSecret;
const secret = new Promise((resolve) => {
  giveSecret = resolve;
});
let newest = { version: -1, status: null };
const passed = new Set();

const source = new EventSource('/panel');
source.addEventListener('secret', ({ data }) => giveSecret(data));
source.onmessage = ({ data }) => {
  const row = JSON.parse(data);
  if (seen.has(row.n)) return;
  seen.add(row.n);
  if (!isPaused) return arrive(row);
  waiting.push(row);
  part('pause').textContent = `Go on (${waiting.length} new)`;
};

part('pause').onclick = () => {
  isPaused = !isPaused;
  part('pause').setAttribute('aria-pressed', isPaused);
  part('pause').textContent = isPaused ? 'Go on' : 'Pause';
  for (const row of waiting.splice(0)) arrive(row);
};

part('fold').onclick = () => fold(part('body').hidden);
if (new URLSearchParams(location.search).get('panel') === 'folded') fold(false);

function fold(isOpen) {
  part('body').hidden = !isOpen;
  part('pause').hidden = !isOpen;
  root.toggleAttribute('data-folded', !isOpen);
  document.body.toggleAttribute('data-panel-folded', !isOpen);
  part('fold').setAttribute('aria-expanded', isOpen);
  part('fold').textContent = isOpen ? 'Fold' : 'Open';
}

function arrive(row) {
  if (arriving.push(row) === 1) setTimeout(show);
}

/** Calls end in any order, and stand in the order in which they began. Those before the page came do not slide in. */
function show() {
  const isAtEnd = rows.scrollHeight - rows.clientHeight - rows.scrollTop < 240;
  const isFirst = rows.children.length === 0;
  part('empty').hidden = true;
  for (const row of arriving.splice(0)) {
    const item = itemOf(row);
    if (!isFirst) item.dataset.new = '';
    let before = rows.lastElementChild;
    while (before && Number(before.dataset.n) > row.n) before = before.previousElementSibling;
    rows.insertBefore(item, before ? before.nextSibling : rows.firstChild);
    learn(row);
  }
  if (isAtEnd) rows.scrollTop = rows.scrollHeight;
}

function itemOf(row) {
  const item = element('li', { class: 'row' });
  item.dataset.n = row.n;
  const mark = (isGood) => {
    item.dataset.verdict = isGood ? 'good' : 'bad';
  };
  const details = element('details');
  details.append(summaryOf(row));
  const open = () => details.append(detailOf(row, secret, { say, mark }));
  details.addEventListener('toggle', open, { once: true });
  if (row.webhook && crypto.subtle) secret.then((known) => isSigned(row.webhook, known)).then(mark);
  item.append(details);
  return item;
}

function summaryOf({ from, to, method, path, status, ms, request, answer, webhook }) {
  const summary = element('summary');
  const target = element('span', { class: 'path', title: path }, short(path));
  if (webhook) target.append(element('span', { class: 'event' }, JSON.parse(webhook.body).type));
  const lanes = element('span', { class: 'arrow', 'data-way': `${from}-${to}` });
  lanes.append(element('span', { class: 'sr-only' }, `${NAMES[from]} to ${NAMES[to]}`));
  summary.append(
    element('span', { class: 'method' }, method),
    target,
    element('span', { class: 'figures' }, `${ms} ms · ${size(request.bytes + answer.bytes)}`),
    element('span', { class: 'status', 'data-kind': kind(status) }, status),
    lanes,
  );
  return summary;
}

const NAMES = { page: 'Page', backend: 'back end', service: 'service' };

/** What the row says of the case: its newest version counts, whenever it comes. */
function learn({ from, answer, webhook }) {
  const told = webhook ? JSON.parse(webhook.body).data : from === 'backend' ? answer.body : null;
  if (!told?.status || typeof told.version !== 'number' || !(told.object === 'case' || webhook)) return;
  passed.add(told.status);
  if (told.version <= newest.version) return;
  newest = told;
  const isOver = !['requires_input', 'processing', 'in_review'].includes(told.status);
  for (const stop of root.querySelectorAll('[data-state]')) {
    const { state } = stop.dataset;
    const isNow = state === told.status || (isOver && state === 'end');
    const stands = isNow ? 'now' : isOver || passed.has(state) ? 'passed' : '';
    stop.dataset.stands = state === 'in_review' && !passed.has(state) && isOver ? 'skipped' : stands;
    if (isNow) stop.setAttribute('aria-current', 'step');
    else stop.removeAttribute('aria-current');
    if (state === 'end') {
      stop.dataset.end = isOver ? told.status : '';
      stop.firstElementChild.textContent = isOver ? (ENDS[told.status] ?? told.status) : 'Decided';
    }
  }
}

const ENDS = { approved: 'Approved', declined: 'Declined', expired: 'Expired', canceled: 'Canceled' };

function say(text) {
  part('said').textContent = text;
}

function element(name, attributes = {}, text = '') {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** Ids by their ends: they begin alike. */
function short(path) {
  return path
    .replace(/^\/(service\/)?v1(?=\/)/, '')
    .replaceAll(/\b[a-z]+_[0-9A-Za-z-]{16,}(\w{4})\b/g, '…$1');
}

function size(bytes) {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}

function kind(status) {
  return status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
}
