// The site's identity: on every screen, whatever the branding contains, with ways to contact the site.

const root = document.documentElement;
const isDark = matchMedia('(prefers-color-scheme: dark)');
/**
 * The site as sent with the page, before the case is known; `isTest`: the branding of test mode, because live mode has
 * none.
 */
const sent = JSON.parse(root.dataset.site);

let branding = sent;
let isTest = sent.isTest;

/**
 * Applies the branding of a case.
 * @param given branding of its mode; `null` if it has none.
 * @returns whether the page may show the case: a page that may be framed because of the branding of test mode shows no
 * live case in a frame.
 */
export function enterSite(session, given) {
  branding = given ?? { colors: {} };
  isTest = session.sessionKey.startsWith('idvs_test_');
  paint();
  return isTest || !sent.isTest || window.top === window;
}

/** The name for titles. */
export function siteName() {
  return branding.name ?? location.host;
}

/** Fills the site's name and the host into a text. */
export function fill(texts, name) {
  const site = branding.name ?? texts.thisSite.replace('{host}', () => location.host);
  return texts[name].replace(/\{(site|host)\}/g, (_, place) => (place === 'site' ? site : location.host));
}

/**
 * Writes the site's name and the host of the page, which no branding can remove.
 * @param isWidget whether the widget is shown, which has its own logo.
 */
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

/** Contacts of the site for people who need another way. */
export function ways(texts) {
  const { alternativeUrl } = branding;
  return [...(alternativeUrl ? [line(linkTo(alternativeUrl, texts.other))] : []), ...contacts(texts)];
}

/** The help link of the site, for the footer. */
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
  // Opens in a new tab, so that the person keeps their progress.
  if (link.protocol === 'https:') link.target = '_blank';
  return link;
}

isDark.onchange = paint;
paint();

/** Applies the colours of the site, for light or dark mode. */
function paint() {
  const { accent, accentDark } = branding.colors;
  const color = isDark.matches ? accentDark : accent;
  if (color) root.style.setProperty('--idv-color-accent', color);
  else root.style.removeProperty('--idv-color-accent');
}
