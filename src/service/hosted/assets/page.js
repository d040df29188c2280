// The hosted page: redeems the link, then shows the widget. The site's identity is always visible.

import { hasCamera, isEmbedded, otherBrowserNote } from './embedded.js';
import { beginAsPhone, codeForm, comeBackAsPhone, isPhone } from './phone.js';
import { enterSite, fill, help, siteName, ways, writeSite } from './site.js';

const root = document.documentElement;
const base = root.dataset.base;
const main = document.getElementById('main');
const footer = document.getElementById('footer');
/** Pause after the texts could not be loaded. */
const TEXTS_AGAIN_MS = 1000;

const state = {
  /** The secret of the link. */
  secret: takeSecret(),
  /** The case that was shown before a reload. */
  caseId: history.state?.caseId,
  texts: null,
  language: root.lang,
  isLanguageChosen: false,
  session: null,
  widget: null,
  /** On the phone of a hand-off: ends it. */
  leave: null,
  /** Renders the screen again after a change of language. */
  draw: () => {},
};

/**
 * Removes the secret from the URL, so that it stays out of the history. The tab stores it until it is redeemed, so that
 * the page can be reloaded.
 */
function takeSecret() {
  if (!location.pathname.endsWith('/verify/')) return kept() ?? '';
  const secret = location.hash.slice(1);
  history.replaceState(null, '', `${base}/verify`);
  kept(secret);
  return secret;
}

/**
 * Reads or stores the secret in this tab. A frame on another site may have no storage.
 * @param secret to store; `null`: removes it.
 */
function kept(secret) {
  try {
    if (secret === undefined) return sessionStorage.getItem('idv-link');
    if (secret) sessionStorage.setItem('idv-link', secret);
    else sessionStorage.removeItem('idv-link');
  } catch {
    // There is no storage.
  }
  return null;
}

async function begin() {
  await loadFirstTexts();
  show(message(state.texts.loading));
  if (isPhone()) return await beginAsPhone(ui);
  // A wallet has led back to a new page, which does not know yet that it is a phone.
  if (walletReturn() && (await comeBackAsPhone(ui))) return;
  await redeem({});
}

/** The fragment with which a wallet leads back; the widget takes it. */
function walletReturn() {
  return location.hash.startsWith('#idv_wallet=') ? location.hash : '';
}

/** The functions that the phone of a hand-off uses. */
const ui = {
  base,
  walletReturn,
  texts: () => state.texts,
  language: () => state.language,
  fill: (name) => fill(state.texts, name),
  make,
  message,
  show,
  showLast,
  showProblem,
  showWidget,
  showOtherWay,
  hasCamera,
  otherBrowser,
  redraw: (draw) => {
    state.draw = draw;
  },
  /** @param leave ends the hand-off. @returns whether this page may show the case. */
  enter: async ({ session, branding, locale }, leave) => {
    if (!enterSite(session, branding)) return false;
    state.session = session;
    state.leave = leave;
    if (locale && !state.isLanguageChosen) await loadTexts(locale);
    return true;
  },
};

await begin();

/** Requests a session with the link, or with the cookie, and shows the result. */
async function redeem(more) {
  const reply = await ask(more).catch(() => null);
  if (!reply) return showProblem(state.texts.connection, () => redeem(more));
  const { status, body } = reply;
  if (status === 200) return await open(body);
  if (status === 403 && body.code === 'birth_date_required') return showBirthDate(body.errors?.length > 0);
  if (status !== 404) return showProblem(state.texts.busy, () => redeem(more));
  // A phone whose tab was closed and which has no link.
  const isPhoneBack = !state.secret && !state.caseId && (await comeBackAsPhone(ui));
  if (!isPhoneBack) showEnded();
}

async function ask(more) {
  const known = state.secret ? { secret: state.secret } : { caseId: state.caseId };
  const response = await fetch(`${base}/v1/links/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...known, ...more }),
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  });
  return { status: response.status, body: await response.json() };
}

async function open({ session, locale, branding }) {
  // Without a camera the person needs the link for another browser: keep it, so that it can be copied after a reload.
  if (hasCamera()) kept(null);
  if (!enterSite(session, branding)) return showEnded();
  state.session = session;
  history.replaceState({ caseId: session.caseId }, '', `${base}/verify${walletReturn()}`);
  if (locale && !state.isLanguageChosen) await loadTexts(locale);
  await showWidget();
}

/**
 * @param given `next` requests later sessions; `submitted` and `closed` run after the last screen and when the person
 * leaves. By default those of the link.
 */
async function showWidget({ next = nextSession, submitted, closed } = {}) {
  await import(`${base}/verify/widget/idv-verify.js`);
  const widget = document.createElement('idv-verify');
  let first = state.session;
  widget.fetchSession = async () => {
    const given = first;
    first = null;
    return given ?? (await next());
  };
  widget.locale = state.language;
  // Without a name, the widget shows the host.
  widget.siteName = siteName();
  for (const name of ['idv-ready', 'idv-step']) widget.addEventListener(name, () => writeTitle());
  widget.addEventListener('idv-submitted', () => {
    state.isOver = true;
    writeFrame();
    if (!submitted) return;
    state.widget = null;
    submitted();
  });
  widget.addEventListener('idv-cancel', ({ detail }) => {
    if (detail.reason === 'closed') closed?.();
  });
  widget.addEventListener('idv-error', ({ detail }) => {
    const isCamera = String(detail.code).startsWith('camera_');
    if (isCamera && isEmbedded() && !main.querySelector('.note')) widget.before(otherBrowser());
  });
  state.widget = widget;
  state.draw = () => {
    widget.locale = state.language;
    writeTitle();
  };
  // The widget's headings are second-level.
  const title = make('h1', { className: 'unseen', textContent: siteName() });
  main.replaceChildren(title, ...(hasCamera() ? [] : [otherBrowser()]), widget);
  state.isOver = false;
  writeFrame();
}

async function nextSession() {
  const { status, body } = await ask({});
  // The link was deleted or replaced.
  if (status === 404) showEnded();
  if (status !== 200) throw new Error(body.code);
  return body.session;
}

/** @param address of the page, with its secret, to copy; by default the link. */
function otherBrowser(address = state.secret && `${location.origin}${base}/verify/#${state.secret}`) {
  return otherBrowserNote(state.texts, address);
}

/** Refuses the face with one press: consent has to be free. */
function withoutFace() {
  const press = async () => {
    button.disabled = true;
    if (state.leave) return await state.leave();
    if (!state.session) return showOtherWay(begin);
    const isOver = await refuseFace().catch(() => null);
    button.disabled = false;
    if (isOver === null) showProblem(state.texts.connection, showWidget);
    else if (isOver) showStopped();
    else await redeem({});
  };
  const button = make('button', {
    type: 'button',
    className: 'quiet',
    textContent: state.texts.withoutFace,
    onclick: () => void press(),
  });
  return button;
}

/**
 * Shown if the person refuses before a case is open, or on a phone, where the computer continues.
 * @param back undoes the refusal.
 */
function showOtherWay(back) {
  const { otherWay, again } = state.texts;
  const parts = [message(otherWay), ...ways(state.texts)];
  if (back)
    parts.push(
      make('button', { type: 'button', className: 'quiet', textContent: again, onclick: () => void back() }),
    );
  showLast(...parts);
  state.draw = () => showOtherWay(back);
}

/** @returns whether the check has ended; otherwise a person decides by the details. */
async function refuseFace() {
  const shown = await call('GET', '');
  if (shown.status !== 'requires_input') return true;
  const isAsked = shown.requirements.currentlyDue.includes('consent');
  const isReviewed = shown.withoutFace === 'review' && !isAsked;
  const text = state.texts.withoutFace;
  await call('POST', '/consent', {
    biometric: !isAsked,
    face: false,
    textVersion: 'hosted-page-1',
    locale: state.language,
    text,
    textHash: await sha256(text),
  });
  return !isReviewed;
}

async function call(method, path, body) {
  const { caseId, baseUrl } = state.session;
  const response = await fetch(`${baseUrl}/cases/${caseId}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${state.session.sessionKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    cache: 'no-store',
  });
  if (response.status === 401 && (await renew())) return await call(method, path, body);
  if (!response.ok) throw new Error(`${response.status}`);
  return await response.json();
}

async function renew() {
  const { status, body } = await ask({});
  if (status === 200) state.session = body.session;
  return status === 200;
}

async function sha256(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function showStopped() {
  const { stoppedTitle, stoppedText, otherWay } = state.texts;
  showLast(message(stoppedTitle, stoppedText, otherWay), ...ways(state.texts));
  state.draw = showStopped;
}

function showEnded() {
  kept(null);
  state.session = null;
  // A person without a link may have a code from a computer.
  showLast(
    message(state.texts.endedTitle, fill(state.texts, 'endedText')),
    ...ways(state.texts),
    codeForm(ui),
  );
  state.draw = showEnded;
}

function showBirthDate(isWrong) {
  const { birthText, birthWrong, dateOfBirth, next } = state.texts;
  const form = make('form', { noValidate: true });
  const today = new Date().toISOString().slice(0, 10);
  const input = make('input', { type: 'date', id: 'birth', required: true, min: '1900-01-01', max: today });
  input.autocomplete = 'bday';
  const label = make('label', { htmlFor: 'birth', textContent: dateOfBirth });
  const error = make('p', { className: 'error', id: 'wrong', role: 'alert' });
  if (isWrong) {
    error.textContent = birthWrong;
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', 'wrong');
  }
  form.onsubmit = (event) => {
    event.preventDefault();
    if (input.value) void redeem({ dateOfBirth: input.value });
    else input.focus();
  };
  form.append(label, input, error, make('button', { textContent: next }));
  show(message(dateOfBirth, birthText), form);
  state.draw = () => showBirthDate(isWrong);
  if (isWrong) input.focus();
}

function showProblem(text, again) {
  const press = () => {
    show(message(state.texts.loading));
    void again();
  };
  const button = make('button', { type: 'button', textContent: state.texts.again, onclick: press });
  show(message(text), button);
  state.draw = () => showProblem(text, again);
}

function message(title, ...lines) {
  const box = document.createDocumentFragment();
  box.append(make('h1', { textContent: title, tabIndex: -1 }));
  for (const textContent of lines) box.append(make('p', { textContent }));
  return box;
}

/** Shows a final screen. */
function showLast(...parts) {
  state.widget = null;
  show(...parts);
  state.isOver = true;
  writeFrame();
}

function show(...parts) {
  const card = make('section', { className: 'card' });
  card.append(...parts);
  main.replaceChildren(card);
  state.isOver = false;
  writeFrame();
  writeTitle();
  card.querySelector('h1')?.focus();
}

/**
 * Writes the frame of each screen: the site's identity, the way without a face check until the end, help, languages.
 */
function writeFrame() {
  const isHelpShown = main.querySelector('a') !== null;
  footer.replaceChildren(
    ...(state.isOver ? [] : [withoutFace()]),
    ...(isHelpShown ? [] : help(state.texts)),
    picker(),
  );
  writeSite(state.texts, state.widget !== null);
}

/** The language picker; each language in its own name. */
function picker() {
  const label = make('label', { className: 'languages' });
  const select = make('select', {});
  for (const tag of root.dataset.languages.split(' ')) {
    const names = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' });
    select.append(make('option', { value: tag, lang: tag, textContent: names.of(tag) }));
  }
  select.value = state.language;
  select.onchange = async () => {
    state.isLanguageChosen = true;
    await loadTexts(select.value);
    state.draw();
    writeFrame();
    footer.querySelector('select').focus();
  };
  label.append(make('span', { textContent: state.texts.language }), select);
  return label;
}

/** Tries until it succeeds: without texts the page cannot even show that the connection failed. */
async function loadFirstTexts() {
  while (!state.texts) {
    await loadTexts(root.lang).catch(() => new Promise((resolve) => setTimeout(resolve, TEXTS_AGAIN_MS)));
  }
}

async function loadTexts(language) {
  const response = await fetch(`${base}/verify/texts?language=${encodeURIComponent(language)}`);
  if (!response.ok) throw new Error(`${response.status}`);
  const loaded = await response.json();
  state.texts = loaded.texts;
  state.language = loaded.language;
  root.lang = loaded.language;
  root.dir = loaded.dir;
}

/** Writes the heading of the screen and the site's identity. */
async function writeTitle() {
  await state.widget?.updateComplete;
  const shown = state.widget?.shadowRoot ?? main;
  const heading = shown.querySelector('h1, h2')?.textContent.trim();
  document.title = [heading, siteName()].filter(Boolean).join(' – ');
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
