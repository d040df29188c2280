// The hosted page: redeems the link of the person, then shows the widget, with who asks always in sight.

import { beginAsPhone, isPhone, join } from './phone.js';

const root = document.documentElement;
const base = root.dataset.base;
const main = document.getElementById('main');
const footer = document.getElementById('footer');

const state = {
  /** The secret of the link; in memory alone, and gone once the page is loaded again. */
  secret: location.pathname.endsWith('/verify/') ? location.hash.slice(1) : '',
  /** The case that was shown before the page was loaded again. */
  caseId: history.state?.caseId,
  texts: null,
  language: root.lang,
  isLanguageChosen: false,
  branding: null,
  session: null,
  widget: null,
  /** Draws the screen again, in another language. */
  draw: () => {},
};

async function begin() {
  await loadTexts(root.lang);
  show(message(state.texts.loading));
  await (isPhone() ? beginAsPhone(ui) : redeem({}));
}

/** What the phone of a hand-off draws with. */
const ui = {
  base,
  texts: () => state.texts,
  language: () => state.language,
  who: () => fill(state.texts.who),
  host: () => fill(state.texts.runs),
  make,
  message,
  show,
  showProblem,
  showWidget,
  redraw: (draw) => {
    state.draw = draw;
  },
  /** Begins with the session of the phone, which names who asks. */
  enter: async ({ session, branding, locale }) => {
    state.session = session;
    state.branding = branding;
    if (locale && !state.isLanguageChosen) await loadTexts(locale);
    paint();
  },
};

await begin();

/** Asks for a session by the link, or by the cookie, and shows what comes of it. */
async function redeem(more) {
  const reply = await ask(more).catch(() => null);
  if (!reply) return showProblem(state.texts.connection, () => redeem(more));
  const { status, body } = reply;
  if (status === 200) return await open(body);
  if (status === 403 && body.code === 'birth_date_required') return showBirthDate(body.errors?.length > 0);
  if (status === 404) return showEnded();
  return showProblem(state.texts.busy, () => redeem(more));
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
  state.session = session;
  state.branding = branding;
  history.replaceState({ caseId: session.caseId }, '', `${base}/verify`);
  if (locale && !state.isLanguageChosen) await loadTexts(locale);
  await showWidget();
}

/** @param given where later sessions come from, and what follows the last screen; by default the link's. */
async function showWidget({ next = nextSession, submitted } = {}) {
  await import(`${base}/verify/widget/idv-verify.js`);
  const widget = document.createElement('idv-verify');
  let first = state.session;
  widget.fetchSession = async () => {
    const given = first;
    first = null;
    return given ?? (await next());
  };
  widget.locale = state.language;
  // Without a name the host says who asks.
  widget.siteName = siteName();
  for (const name of ['idv-ready', 'idv-step']) widget.addEventListener(name, () => writeTitle());
  widget.addEventListener('idv-submitted', () => {
    footer.replaceChildren(picker());
    if (!submitted) return;
    state.widget = null;
    submitted();
  });
  state.widget = widget;
  paint();
  state.draw = () => {
    widget.locale = state.language;
    writeTitle();
  };
  main.replaceChildren(...(hasCamera() ? [] : [otherBrowser()]), widget);
  footer.replaceChildren(...(submitted ? [] : [withoutFace()]), picker());
  state.isPhone = submitted !== undefined;
  writeSite();
}

async function nextSession() {
  const { status, body } = await ask({});
  if (status !== 200) throw new Error(body.code);
  return body.session;
}

/** Embedded browsers of other apps may have no camera. */
function hasCamera() {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

function otherBrowser() {
  const { noCameraTitle, noCameraText, copy, copied } = state.texts;
  const box = make('section', { className: 'note', role: 'status' });
  box.append(make('h2', { textContent: noCameraTitle }), make('p', { textContent: noCameraText }));
  if (state.secret) {
    const press = async () => {
      await navigator.clipboard.writeText(`${location.origin}${base}/verify/#${state.secret}`);
      button.textContent = copied;
    };
    const button = make('button', { type: 'button', textContent: copy, onclick: () => void press() });
    box.append(button);
  }
  return box;
}

/** Refuses the face with one press: consent has to be free. */
function withoutFace() {
  const press = async () => {
    button.disabled = true;
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

/** @returns whether the check is over with that; without, a person decides by the details. */
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
  state.widget = null;
  const { stoppedTitle, stoppedText, otherWay } = state.texts;
  show(message(stoppedTitle, stoppedText, otherWay), ...ways());
  state.draw = showStopped;
}

function showEnded() {
  state.widget = null;
  history.replaceState(null, '', `${base}/verify`);
  // Who came without a link may have a code from a computer.
  show(message(state.texts.endedTitle, fill(state.texts.endedText)), ...ways(), codeForm());
  state.draw = showEnded;
}

/** Where the site can be reached. */
function ways() {
  const { alternativeUrl, helpUrl, supportEmail } = state.branding ?? {};
  const links = [
    alternativeUrl && [alternativeUrl, state.texts.other],
    helpUrl && [helpUrl, new URL(helpUrl).host],
    supportEmail && [`mailto:${supportEmail}`, supportEmail],
  ].filter(Boolean);
  return links.map(([href, textContent]) => {
    const line = make('p', {});
    line.append(make('a', { href, textContent, rel: 'noreferrer' }));
    return line;
  });
}

/** For the eight letters that a computer shows beside its QR code. */
function codeForm() {
  const form = make('form', { noValidate: true });
  const input = make('input', {
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
  const label = make('label', { htmlFor: 'code', textContent: state.texts.codeLabel });
  form.append(label, input, make('button', { textContent: state.texts.next }));
  return form;
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

function show(...parts) {
  const card = make('section', { className: 'card' });
  card.append(...parts);
  main.replaceChildren(card);
  footer.replaceChildren(picker());
  writeSite();
  writeTitle();
  card.querySelector('h1')?.focus();
}

/** The languages, each by its own name. */
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
    if (state.widget && !state.isPhone) footer.replaceChildren(withoutFace(), picker());
    writeSite();
    footer.querySelector('select').focus();
  };
  label.append(make('span', { textContent: state.texts.language }), select);
  return label;
}

async function loadTexts(language) {
  const response = await fetch(`${base}/verify/texts?language=${encodeURIComponent(language)}`);
  const loaded = await response.json();
  state.texts = loaded.texts;
  state.language = loaded.language;
  root.lang = loaded.language;
  root.dir = loaded.dir;
}

/** Who asks, and where the page runs: no branding takes it away. */
function writeSite() {
  document.getElementById('who').textContent = fill(state.texts.who);
  document.getElementById('host').textContent = fill(state.texts.runs);
  const logo = document.getElementById('logo');
  if (!state.branding) return;
  logo.hidden = !state.branding.logo;
  if (state.branding.logo) logo.src = state.branding.logo;
}

function siteName() {
  return state.branding?.name ?? document.querySelector('meta[property="og:title"]').content;
}

function fill(text) {
  return text.replace(/\{(site|host)\}/g, (_, name) => (name === 'site' ? siteName() : location.host));
}

/** The heading of the screen, and who asks. */
async function writeTitle() {
  await state.widget?.updateComplete;
  const shown = state.widget?.shadowRoot ?? main;
  const heading = shown.querySelector('h1, h2')?.textContent.trim();
  document.title = [heading, siteName()].filter(Boolean).join(' – ');
}

/** The colours of the site, for the look of the system. */
function paint() {
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const write = () => {
    const { accent, accentDark } = state.branding?.colors ?? {};
    const color = isDark.matches ? accentDark : accent;
    if (color) root.style.setProperty('--idv-color-accent', color);
    else root.style.removeProperty('--idv-color-accent');
  };
  write();
  isDark.onchange = write;
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
