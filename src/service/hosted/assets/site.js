// Who asks: stands on every screen, whatever the branding says, with the ways to reach them.

const root = document.documentElement;
const isDark = matchMedia('(prefers-color-scheme: dark)');
/** As the page was sent, before it knew of a case; `isTest`: by the branding of test mode, for want of one of live mode. */
const sent = JSON.parse(root.dataset.site);

let branding = sent;
let isTest = sent.isTest;

/**
 * Goes by the branding of a case.
 * @param given of its mode; `null` where none was set.
 * @returns whether the page may show the case: a page that may be framed by the branding of test mode shows no live one there.
 */
export function enterSite(session, given) {
  branding = given ?? { colors: {} };
  isTest = session.sessionKey.startsWith('idvs_test_');
  paint();
  return isTest || !sent.isTest || window.top === window;
}

/** As titles have it. */
export function siteName() {
  return branding.name ?? location.host;
}

/** Fills who asks and the host into one of the texts. */
export function fill(texts, name) {
  const site = branding.name ?? texts.thisSite.replace('{host}', () => location.host);
  return texts[name].replace(/\{(site|host)\}/g, (_, place) => (place === 'site' ? site : location.host));
}

/** Writes who asks and where the page runs: no branding takes it away. @param isWidget the widget has a mark of its own. */
export function writeSite(texts, isWidget) {
  document.getElementById('who').textContent = fill(texts, 'who');
  document.getElementById('host').textContent = fill(texts, 'runs');
  const mark = document.getElementById('mark');
  mark.textContent = texts.testMode;
  mark.hidden = !isTest || isWidget;
  const logo = document.getElementById('logo');
  logo.hidden = !branding.logo;
  if (branding.logo && logo.src !== branding.logo) logo.src = branding.logo;
}

/** Where the site can be reached by who wants another way. */
export function ways(texts) {
  const { alternativeUrl } = branding;
  return [...(alternativeUrl ? [line(linkTo(alternativeUrl, texts.other))] : []), ...contacts(texts)];
}

/** The help of the site, for the foot of each screen. */
export function help(texts) {
  const lines = contacts(texts);
  if (branding.privacyUrl) lines.push(line(linkTo(branding.privacyUrl, texts.privacy)));
  if (lines.length === 0) return [];
  const box = document.createElement('div');
  box.className = 'help';
  box.append(...lines);
  return [box];
}

function contacts(texts) {
  const { helpUrl, supportEmail } = branding;
  const links = [
    helpUrl && linkTo(helpUrl, new URL(helpUrl).host),
    supportEmail && linkTo(`mailto:${supportEmail}`, supportEmail),
  ].filter(Boolean);
  const [before, after] = texts.contact.split('{contact}');
  return links.map((link) => line(before, link, after));
}

function line(...parts) {
  const paragraph = document.createElement('p');
  paragraph.append(...parts);
  return paragraph;
}

function linkTo(href, textContent) {
  const link = Object.assign(document.createElement('a'), { href, textContent, rel: 'noreferrer' });
  // Not in place of the page: what was begun stays where it is.
  if (link.protocol === 'https:') link.target = '_blank';
  return link;
}

isDark.onchange = paint;
paint();

/** The colours of the site, for the look of the system. */
function paint() {
  const { accent, accentDark } = branding.colors;
  const color = isDark.matches ? accentDark : accent;
  if (color) root.style.setProperty('--idv-color-accent', color);
  else root.style.removeProperty('--idv-color-accent');
}
