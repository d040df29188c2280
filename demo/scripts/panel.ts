import type { Party, Row } from '../panel/Recorder.ts';
import { all, make, one } from './dom.ts';
import { follow } from './follow.ts';
import { detailOf, type Verdict, verdictOf } from './panelDetail.ts';

// Shows each call of this visitor as the demo's server recorded it, and verifies webhooks here once more.

/** What a call tells of the case. */
interface Told {
  object?: string;
  status?: string;
  version?: number;
}

const root = one('[data-panel]');
const part = (name: string) => one(`[data-${name}]`, root);
const rows = part('rows');
const waiting: Row[] = [];
/** Rows to be shown together: the calls so far come all at once, and one layout is enough for them. */
const arriving: Row[] = [];
const seen = new Set<number>();
let isPaused = false;
let giveSecret: (secret: string) => void;
const secret = new Promise<string>((resolve) => {
  giveSecret = resolve;
});
let newest = -1;
const passed = new Set<string>();

follow('/panel', part('stale'), (source) => {
  source.addEventListener('secret', ({ data }: MessageEvent<string>) => giveSecret(data));
  source.onmessage = ({ data }: MessageEvent<string>) => take(JSON.parse(data) as Row);
});

function take(row: Row): void {
  if (seen.has(row.n)) return;
  seen.add(row.n);
  if (!isPaused) {
    arrive(row);
    return;
  }
  waiting.push(row);
  part('pause').textContent = `Go on (${waiting.length} new)`;
}

part('pause').onclick = () => {
  isPaused = !isPaused;
  part('pause').setAttribute('aria-pressed', `${isPaused}`);
  part('pause').textContent = isPaused ? 'Go on' : 'Pause';
  for (const row of waiting.splice(0)) arrive(row);
};

part('fold').onclick = () => fold({ isOpen: part('body').hidden !== false });
// On a phone it stands below the page: a press opens it, or an address that names a part of it.
const isBelow = matchMedia('(max-width: 640px)').matches && !/^#(try|code)$/.test(location.hash);
if (isBelow || new URLSearchParams(location.search).get('panel') === 'folded') fold({ isOpen: false });

function fold({ isOpen }: { isOpen: boolean }): void {
  part('body').hidden = !isOpen;
  part('pause').hidden = !isOpen;
  root.toggleAttribute('data-folded', !isOpen);
  document.body.toggleAttribute('data-panel-folded', !isOpen);
  part('fold').setAttribute('aria-expanded', `${isOpen}`);
  part('fold').textContent = isOpen ? 'Fold' : 'Open';
  if (isOpen) show();
}

const filter = one<HTMLFormElement>('[data-filter]', root);
filter.onsubmit = (event) => event.preventDefault();
filter.oninput = () => {
  for (const item of all(':scope > li', rows)) item.hidden = !isWanted(item);
};

/** What is filtered out comes back with the filter: calls are hidden, and go on being recorded. */
function isWanted({ dataset, textContent }: HTMLElement): boolean {
  const { text, kind: wanted } = Object.fromEntries(new FormData(filter)) as Record<string, string>;
  const isOfKind = !wanted || dataset['kinds']!.split(' ').includes(wanted);
  return isOfKind && textContent.toLowerCase().includes(text!.trim().toLowerCase());
}

function kindsOf({ from, status, webhook }: Row): string {
  return [webhook ? 'webhook' : from, ...(status >= 400 ? ['error'] : [])].join(' ');
}

function arrive(row: Row): void {
  if (arriving.push(row) === 1) setTimeout(show);
}

/**
 * Calls end in any order, and stand in the order in which they began. Those before the page came do not slide in. While
 * the panel is folded they wait.
 */
function show(): void {
  if (part('body').hidden || arriving.length === 0) return;
  const isFirst = rows.children.length === 0;
  // The first rows stand at the end by themselves, which needs no layout to know.
  const isAtEnd = isFirst || rows.scrollHeight - rows.clientHeight - rows.scrollTop < 240;
  part('empty').hidden = true;
  for (const row of arriving.splice(0)) {
    const item = itemOf(row);
    if (!isFirst) item.dataset['new'] = '';
    const before = all(':scope > li', rows).findLast(({ dataset }) => Number(dataset['n']) < row.n);
    rows.insertBefore(item, before ? before.nextSibling : rows.firstChild);
    learn(row);
  }
  // With the frame, which lays the page out anyway.
  if (isAtEnd)
    requestAnimationFrame(() => {
      rows.scrollTop = rows.scrollHeight;
    });
}

function itemOf(row: Row): HTMLElement {
  const item = make('li', { class: 'row' });
  item.dataset['n'] = `${row.n}`;
  item.dataset['kinds'] = kindsOf(row);
  const mark = (verdict: Verdict) => {
    item.dataset['verdict'] = verdict;
  };
  const details = make('details');
  details.append(summaryOf(row));
  const open = () => details.append(detailOf(row, secret, { say, mark }));
  details.addEventListener('toggle', open, { once: true });
  const { webhook } = row;
  if (webhook && isSecureContext) void secret.then((known) => verdictOf(webhook, known)).then(mark);
  item.append(details);
  item.hidden = !isWanted(item);
  return item;
}

const NAMES: Record<Party, string> = { page: 'Page', backend: 'back end', service: 'service' };

function summaryOf({ from, to, method, path, status, ms, request, answer, webhook }: Row): HTMLElement {
  const summary = make('summary');
  const target = make('span', { class: 'path', title: path }, short(path));
  if (webhook)
    target.append(make('span', { class: 'event' }, (JSON.parse(webhook.body) as { type: string }).type));
  const lanes = make('span', { class: 'arrow', 'data-way': `${from}-${to}` });
  lanes.append(make('span', { class: 'sr-only' }, `${NAMES[from]} to ${NAMES[to]}`));
  summary.append(
    make('span', { class: 'method' }, method),
    target,
    make('span', { class: 'figures' }, `${ms} ms · ${size(request.bytes + answer.bytes)}`),
    make('span', { class: 'status', 'data-kind': kind(status) }, `${status}`),
    lanes,
  );
  return summary;
}

/** What the row says of the case: its newest version counts, whenever it comes. */
function learn({ from, answer, webhook }: Row): void {
  const news = toldBy({ from, answer, webhook });
  if (!news?.status || typeof news.version !== 'number' || !(news.object === 'case' || webhook)) return;
  passed.add(news.status);
  if (news.version <= newest) return;
  newest = news.version;
  const { status } = news;
  const isOver = !['requires_input', 'processing', 'in_review'].includes(status);
  for (const stop of all('[data-state]', root)) {
    const state = stop.dataset['state']!;
    const isNow = state === status || (isOver && state === 'end');
    const stands = isNow ? 'now' : isOver || passed.has(state) ? 'passed' : '';
    stop.dataset['stands'] = state === 'in_review' && !passed.has(state) && isOver ? 'skipped' : stands;
    if (isNow) stop.setAttribute('aria-current', 'step');
    else stop.removeAttribute('aria-current');
    if (state === 'end') {
      stop.dataset['end'] = isOver ? status : '';
      stop.firstElementChild!.textContent = isOver ? (ENDS[status] ?? status) : 'Decided';
    }
  }
}

function toldBy({ from, answer, webhook }: Pick<Row, 'from' | 'answer' | 'webhook'>): Told | null {
  if (webhook) return (JSON.parse(webhook.body) as { data: Told }).data;
  return from === 'backend' ? (answer.body as Told | null) : null;
}

const ENDS: Record<string, string> = {
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  canceled: 'Canceled',
};

function say(text: string): void {
  part('said').textContent = text;
}

/** Ids by their ends: they begin alike. */
function short(path: string): string {
  return path
    .replace(/^\/(service\/)?v1(?=\/)/, '')
    .replaceAll(/\b[a-z]+_[0-9A-Za-z-]{16,}(\w{4})\b/g, '…$1');
}

function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}

function kind(status: number): string {
  return status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
}
