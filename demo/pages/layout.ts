import { html, raw } from 'hono/html';
import type { Brand } from '../brands.ts';
import { brandOf } from '../brands.ts';
import type { Choice } from '../choice.ts';
import { inlineStyle } from '../inlineStyles.ts';
import { wordsFromRight } from '../rightToLeft.ts';
import { logo } from './logo.ts';
import { panel } from './panel.ts';

type Html = ReturnType<typeof html>;

/** The frame around the content of a page. */
export interface Frame {
  title: string;
  /** For search engines and previews. */
  description: string;
  /** The brand of the page; a page without one is about the product. */
  brand?: Brand;
  /** Style sheets in addition to the common one, without extension. */
  styles?: string[];
  /** The choice, if the page has the panel next to it. */
  choice?: Choice;
  /** The addresses of the page's scripts. */
  scripts?: string[];
  /** Additional content of the head. */
  head?: Html;
}

/** Every page of the demo. */
export function layout(frame: Frame, main: Html): Html {
  const { title, description, choice, head = '' } = frame;
  const brand = choice ? brandOf(choice.brand) : frame.brand;
  const styles = [...(frame.styles ?? []), ...(choice ? ['panel', 'controls', 'code'] : [])];
  const scripts = [...(frame.scripts ?? []), ...(choice ? ['controls', 'panel'] : [])];
  const theme = choice && choice.theme !== 'auto' ? html` data-theme="${choice.theme}"` : '';
  const isFromRight = choice !== undefined && wordsFromRight(choice.language) !== null;
  const mark = brand?.id ?? 'idv-verify';
  const name = brand?.name ?? 'idv-verify';
  return html`<!doctype html>
<html lang="${isFromRight ? choice!.language : 'en'}"${isFromRight ? html` dir="rtl"` : ''} data-brand="${mark}"${theme}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="${description}">
    <title>${title} · ${name}</title>
    <link rel="icon" href="/assets/${mark}.svg" type="image/svg+xml">
    ${['base', ...styles].map(inlineStyle)}
    ${scriptsAfterPaint(scripts)}${head}
  </head>
  <body${choice ? html` class="staged"` : ''}>
    <header class="bar" aria-label="${name}" lang="en">${brand ? brandBar(brand) : ownBar()}</header>
    <main aria-label="${title}">${main}</main>
    <footer class="foot" lang="en" dir="ltr" aria-label="About ${name}">${
      brand
        ? html`<p>${brand.note} that shows idv&#8209;verify at work. Nothing here is an offer.
            <a href="/${brand.id}/privacy">Privacy notice</a> · <a href="/">About this demo</a></p>`
        : html`<p>Everything here runs on one machine: this site, the service and its database. No third party is called.
            <a href="/#status">Status</a></p>`
    }</footer>
    ${choice ? panel(choice) : ''}
  </body>
</html>`;
}

/** The page in two pieces, around a part of its main content that is sent later. */
export function layoutAround(frame: Frame, before: Html | '' = '', after: Html | '' = ''): [string, string] {
  const [head, ...rest] = String(layout(frame, html`${before}${raw(CUT)}${after}`)).split(CUT);
  return [head!, rest.join('')];
}

/** Marks the place of the later part. */
const CUT = '<!-- later -->';

/** `start.js` adds the other scripts after the first paint, so that none is fetched before. */
function scriptsAfterPaint(scripts: string[]): Html | '' {
  if (scripts.length === 0) return '';
  const addressOf = (script: string) => (/^(\/|https?:)/.test(script) ? script : `/scripts/${script}.js`);
  return html`<script type="module" src="/scripts/start.js" data-scripts="${scripts.map(addressOf).join(' ')}"></script>`;
}

function brandBar({ id, name }: Brand): Html {
  return html`<a class="brand" href="/${id}">${logo(id, 28)}${name}</a>
      <nav aria-label="${name}, main"><a href="/return">Application</a><a href="/file">Its file</a><a href="/">Demo</a></nav>`;
}

function ownBar(): Html {
  return html`<a class="brand" href="/">${logo('idv-verify', 28)}idv&#8209;verify</a>
      <nav aria-label="Demo, main"><a href="/larkspur">Customer</a><a href="/open?camera=test#code">Developer</a><a href="/file">Compliance</a><a href="/tour">Tour</a></nav>`;
}
