import { html } from 'hono/html';
import type { Choice } from '../choice.ts';
import { panel } from './panel.ts';

type Html = ReturnType<typeof html>;

/**
 * The frame of every page of the bank.
 * @param style the style sheet beside the one of all pages; with a choice the page is a stage, and has the panel beside it.
 * @param scripts the addresses of the page's scripts.
 */
export function layout(
  title: string,
  style: 'landing' | 'application' | Choice,
  main: Html,
  ...scripts: string[]
): Html {
  const choice = typeof style === 'object' ? style : null;
  const styles = typeof style === 'string' ? [style] : ['application', 'panel', 'controls', 'code'];
  const isStage = choice !== null;
  const theme = choice && choice.theme !== 'auto' ? html` data-theme="${choice.theme}"` : '';
  return html`<!doctype html>
<html lang="en"${theme}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Larkspur</title>
    <link rel="icon" href="/assets/larkspur.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/assets/larkspur.css">
    ${styles.map((name) => html`<link rel="stylesheet" href="/assets/${name}.css">`)}
    ${[...scripts, ...(isStage ? ['/assets/panel.js', '/assets/controls.js'] : [])].map((script) => html`<script type="module" src="${script}"></script>`)}
  </head>
  <body${isStage ? html` class="staged"` : ''}>
    <header class="bar">
      <a class="brand" href="/"><img src="/assets/larkspur.svg" alt="" width="28" height="28">Larkspur</a>
      <nav aria-label="Main"><a href="/#savings">Savings</a><a href="/return">Application</a></nav>
    </header>
    <main>${main}</main>
    <footer class="foot">
      <p>Larkspur is a made-up bank that shows idv&#8209;verify at work. Nothing here is an offer.</p>
    </footer>
    ${choice ? panel(choice) : ''}
  </body>
</html>`;
}
