import { html, raw } from 'hono/html';
import { fillIn } from '../links/fillIn.ts';
import { directionOf, languages, textsIn } from '../links/linkTexts.ts';
import type { ShownSite } from './shownSite.ts';

interface Shown extends Pick<ShownSite, 'name' | 'logo'> {
  language: string;
  /** Where pages reach the API, ends in `/v1`. */
  baseUrl: string;
}

/** The hosted page before its script has run: who asks and on which host, and what to do without JavaScript. */
export function pageHtml({ name, logo, language, baseUrl }: Shown): string {
  const { page } = textsIn(language);
  const { host, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/v1$/, '');
  const site = name ?? fillIn(page.thisSite, { host });
  const title = name ?? host;
  const picture = logo
    ? html`<img id="logo" src="${logo}" alt="" height="40">`
    : html`<img id="logo" alt="" height="40" hidden>`;
  return String(html`${raw('<!doctype html>')}
<html lang="${language}" dir="${directionOf(language)}" data-base="${base}" data-languages="${languages.join(' ')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta property="og:title" content="${title}">
<title>${title}</title>
<link rel="stylesheet" href="${base}/verify/files/page.css">
<link rel="modulepreload" href="${base}/verify/widget/idv-verify.js">
<script type="module" src="${base}/verify/files/page.js"></script>
</head>
<body>
<header>
${picture}
<p><strong id="who">${fillIn(page.who, { site })}</strong><span id="host">${fillIn(page.runs, { host })}</span></p>
</header>
<main id="main"><noscript><p>${page.needsScript}</p></noscript></main>
<footer id="footer"></footer>
</body>
</html>
`);
}
