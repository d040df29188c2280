import { html, raw } from 'hono/html';
import type { HostedPageData, ShownSite } from '../../contract/hostedPage.ts';
import { fillIn } from '../links/fillIn.ts';
import { languages, textsIn } from '../links/languageTexts.ts';
import { directionOf } from '../links/linkTexts.ts';

interface PageContent {
  site: ShownSite;
  language: string;
  /** Base URL of the API for pages; ends in `/v1`. */
  baseUrl: string;
}

/**
 * The hosted page before its script runs: site name, host, and what to do without JavaScript, or if the script does not
 * arrive. The script shows the site of `data-page` until a link is redeemed, then the branding of that case's mode.
 */
export function pageHtml({ site, language, baseUrl }: PageContent): string {
  const { page } = textsIn(language);
  const { host, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/v1$/, '');
  const question = fillIn(page.who, { site: site.name ?? host });
  const title = [site.name ?? host, ...(site.isTest ? [page.testMode] : [])].join(' · ');
  const logo = site.logo
    ? html`<img id="logo" src="${site.logo}" alt="" height="40">`
    : html`<img id="logo" alt="" height="40" hidden>`;
  const { frameAncestors: _, ...siteData } = site;
  const data: HostedPageData = { base, languages, texts: page, site: siteData };
  return String(html`${raw('<!doctype html>')}
<html lang="${language}" dir="${directionOf(language)}" data-page="${JSON.stringify(data)}">
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
<script type="module" src="${base}/verify/scripts/page.js"></script>
</head>
<body>
<header>
${logo}
<p><strong id="who">${question}</strong><span id="host">${fillIn(page.runs, { host })}</span></p>
<span id="mark"${site.isTest ? '' : raw(' hidden')}>${page.testMode}</span>
</header>
<main id="main"><p class="card late">${page.connection}</p><noscript><p class="card">${page.needsScript}</p></noscript></main>
<footer id="footer"></footer>
</body>
</html>
`);
}
