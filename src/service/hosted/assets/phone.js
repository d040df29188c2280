// The phone that does a step for a computer: joins, shows its digits, and takes the selfie or asks a wallet once they were entered.

const POLL_MS = 1500;
/** Name of the item with the case of a phone that a cookie binds. The case is no proof; the cookie is. */
const NOTE = 'idv-phone';
/** Name under which a key is stored to test the key store. */
const TRIAL = 'trial';
/** Maximum number of stored keys that are tried if the case is unknown. */
const MOST_KEYS = 3;

/** Whether this URL, or the page before a reload, is that of a phone. */
export function isPhone() {
  return location.pathname.endsWith('/verify/h') || history.state?.phone !== undefined;
}

/** @param ui functions of the page. */
export async function beginAsPhone(ui) {
  if (!location.pathname.endsWith('/verify/h')) return await comeBack(ui, history.state?.phone);
  const secret = location.hash.slice(1);
  // The secret stays out of the history.
  history.replaceState(null, '', `${ui.base}/verify`);
  await join(ui, { secret });
}

/** The form for the eight letters that the computer shows next to its QR code. */
export function codeForm(ui) {
  const form = ui.make('form', { noValidate: true });
  const input = ui.make('input', {
    id: 'code',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: false,
  });
  input.maxLength = 12;
  form.onsubmit = (event) => {
    event.preventDefault();
    if (input.value.trim()) void join(ui, { code: input.value });
    else input.focus();
  };
  const label = ui.make('label', { htmlFor: 'code', textContent: ui.texts().codeLabel });
  form.append(label, input, ui.make('button', { textContent: ui.texts().next }));
  return form;
}

/** Joins with the secret of the QR code, or with the typed code. */
async function join(ui, way) {
  // A browser without a camera does not use up the code.
  if (!ui.hasCamera()) return showNoCamera(ui, way.secret);
  const pair = await newKey();
  const publicKey = pair && publicPart(await crypto.subtle.exportKey('jwk', pair.publicKey));
  const reply = await post(ui, { ...way, ...(publicKey && { publicKey }) });
  if (!reply) return ui.showProblem(ui.texts().connection, () => join(ui, way));
  if (isBusy(reply)) return ui.showProblem(ui.texts().busy, () => join(ui, way));
  // The same phone may have scanned the code again.
  if (reply.status !== 200) return (await comeBackAsPhone(ui)) || showOver(ui);
  const { caseId } = reply.body.session;
  if (pair) await keys('readwrite', (store) => store.put(pair.privateKey, caseId));
  else noted(caseId);
  history.replaceState({ phone: caseId }, '', `${ui.base}/verify`);
  await opened(ui, reply.body);
}

function showNoCamera(ui, secret) {
  ui.show(ui.otherBrowser(secret && `${location.origin}${ui.base}/verify/h#${secret}`));
  ui.redraw(() => showNoCamera(ui, secret));
}

/**
 * Resumes on a phone whose tab was closed, with a stored key or its cookie.
 * @returns whether one of them belongs to a hand-off in progress.
 */
export async function comeBackAsPhone(ui) {
  const known = (await keys('readonly', (store) => store.getAllKeys())) ?? [];
  const note = noted();
  const cases = [...known.filter((id) => id !== TRIAL).slice(-MOST_KEYS), ...(note ? [note] : [])];
  for (const caseId of cases) {
    const reply = await resume(ui, caseId);
    if (reply?.status === 404) {
      await keys('readwrite', (store) => store.delete(caseId));
      if (caseId === note) noted(null);
    }
    if (reply?.status !== 200 || !['joined', 'confirmed'].includes(reply.body.status)) continue;
    history.replaceState({ phone: caseId }, '', `${ui.base}/verify${ui.walletReturn()}`);
    await opened(ui, reply.body);
    return true;
  }
  return false;
}

/** Resumes on the same phone, which proves that it has the key. */
async function comeBack(ui, caseId) {
  const reply = caseId && (await resume(ui, caseId));
  if (reply === null) return ui.showProblem(ui.texts().connection, () => comeBack(ui, caseId));
  if (reply && isBusy(reply)) return ui.showProblem(ui.texts().busy, () => comeBack(ui, caseId));
  if (reply?.status !== 200) return showOver(ui);
  await opened(ui, reply.body);
}

async function resume(ui, caseId) {
  const key = await keys('readonly', (store) => store.get(caseId));
  if (!key) return await post(ui, { caseId });
  const time = Date.now();
  const signed = new TextEncoder().encode(`${caseId}.${time}`);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed);
  const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)));
  const proof = {
    time,
    signature: base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  };
  return await post(ui, { caseId, proof });
}

async function opened(ui, joined) {
  const leave = async () => {
    await call(joined, 'DELETE').catch(() => undefined);
    ui.showOtherWay();
  };
  if (!(await ui.enter(joined, leave))) return showOver(ui);
  if (joined.status === 'confirmed') return doStep(ui, joined);
  if (joined.status === 'done') return showBack(ui);
  showWho(ui, joined);
}

/**
 * Shows the site, the host, the kind of computer and the time, before the camera and before the digits. Refusing is as
 * prominent as continuing (RFC 10027).
 */
function showWho(ui, joined) {
  const { phoneTitle, walletTitle, started, notMine, next } = ui.texts();
  const time = new Intl.DateTimeFormat(ui.language(), { timeStyle: 'short' }).format(new Date(joined.since));
  const text = started.replace('{from}', () => joined.from).replace('{time}', () => time);
  const onward = ui.make('button', {
    type: 'button',
    textContent: next,
    onclick: () => showDigits(ui, joined),
  });
  const refuse = ui.make('button', {
    type: 'button',
    textContent: notMine,
    onclick: () => void end(ui, joined),
  });
  const ways = ui.make('p', { className: 'ways' });
  ways.append(onward, refuse);
  const lines = [ui.fill('who'), ui.fill('runs'), text];
  const title = joined.step === 'credential' ? walletTitle : phoneTitle;
  ui.show(ui.message(title, ...lines), ways);
  ui.redraw(() => showWho(ui, joined));
}

function showDigits(ui, joined) {
  const { enterDigits, notMine } = ui.texts();
  const digits = ui.make('p', {
    className: 'digits',
    textContent: joined.digits,
    translate: false,
    id: 'digits',
  });
  // Screen readers read the digits one by one.
  digits.setAttribute('role', 'img');
  digits.setAttribute('aria-label', [...joined.digits].join(' '));
  const refuse = ui.make('button', {
    type: 'button',
    className: 'quiet',
    textContent: notMine,
    onclick: () => void end(ui, joined),
  });
  const title = ui.message(enterDigits);
  title.firstChild.setAttribute('aria-describedby', digits.id);
  ui.show(title, digits, refuse);
  ui.redraw(() => showDigits(ui, joined));
  void waitForComputer(ui, joined, digits);
}

/** Polls until the digits were entered or the hand-off has ended, while they are on the screen. */
async function waitForComputer(ui, joined, digits) {
  while (digits.isConnected) {
    const { status, body } = await call(joined, 'GET').catch(() => ({ status: 0 }));
    if (!digits.isConnected) return;
    if (status === 401 || status === 404) {
      const { caseId } = joined.session;
      return await comeBack(ui, caseId);
    }
    if (body?.status === 'confirmed') return doStep(ui, joined);
    if (body?.status === 'ended') return showOver(ui);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Shows the widget, whose case has only this step. */
function doStep(ui, joined) {
  const next = async () => {
    const { status, body } = (await resume(ui, joined.session.caseId)) ?? {};
    if (status === 404) showOver(ui);
    if (status !== 200) throw new Error('The hand-off has ended');
    return body.session;
  };
  const back = () => showBack(ui);
  void ui.showWidget({ next, submitted: back, closed: back });
}

async function end(ui, joined) {
  await call(joined, 'DELETE').catch(() => undefined);
  showOver(ui);
}

function showOver(ui) {
  ui.showLast(ui.message(ui.texts().phoneEnded));
  ui.redraw(() => showOver(ui));
}

function showBack(ui) {
  ui.showLast(ui.message(ui.texts().goBack));
  ui.redraw(() => showBack(ui));
}

async function post(ui, body) {
  const response = await fetch(`${ui.base}/v1/handoffs/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }).catch(() => null);
  // A proxy may answer with a page of its own.
  return response && { status: response.status, body: await response.json().catch(() => null) };
}

/** Whether a later attempt may succeed: the hand-off has not ended. */
function isBusy({ status, body }) {
  return status === 429 || status >= 500 || body === null;
}

async function call({ session }, method) {
  const response = await fetch(`${session.baseUrl}/cases/${session.caseId}/handoff`, {
    method,
    headers: { authorization: `Bearer ${session.sessionKey}` },
    cache: 'no-store',
  });
  return { status: response.status, body: method === 'GET' ? await response.json() : null };
}

/** A non-extractable key; `null` if the browser cannot store one: then a cookie binds the phone. */
async function newKey() {
  try {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]);
    const isKept = await keys('readwrite', (store) => store.put(pair.privateKey, TRIAL));
    return isKept ? pair : null;
  } catch {
    return null;
  }
}

/**
 * Reads or stores the case of a phone that a cookie binds, for a tab that is closed.
 * @param caseId to store; `null`: removes it.
 */
function noted(caseId) {
  try {
    if (caseId === undefined) return localStorage.getItem(NOTE);
    if (caseId) localStorage.setItem(NOTE, caseId);
    else localStorage.removeItem(NOTE);
  } catch {
    // There is no storage.
  }
  return null;
}

function publicPart({ kty, crv, x, y }) {
  return { kty, crv, x, y };
}

/** Runs one request on the key store. @returns `undefined` if the browser has none, or refuses it. */
async function keys(mode, ask) {
  try {
    const opening = indexedDB.open('idv-phone', 1);
    opening.onupgradeneeded = ({ target }) => target.result.createObjectStore('keys');
    const database = await done(opening);
    try {
      return await done(ask(database.transaction('keys', mode).objectStore('keys')));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
