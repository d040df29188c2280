import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/**
 * The frame of every page of the bank.
 * @param style the style sheet beside the one of all pages.
 * @param scripts the addresses of the page's scripts.
 */
export function layout(
  title: string,
  style: 'landing' | 'application',
  main: Html,
  ...scripts: string[]
): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Larkspur</title>
    <link rel="icon" href="/assets/larkspur.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/assets/larkspur.css">
    <link rel="stylesheet" href="/assets/${style}.css">
    ${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
  </head>
  <body>
    <header class="bar">
      <a class="brand" href="/"><img src="/assets/larkspur.svg" alt="" width="28" height="28">Larkspur</a>
      <nav aria-label="Main"><a href="/#savings">Savings</a><a href="/return">Application</a></nav>
    </header>
    <main>${main}</main>
    <footer class="foot">
      <p>Larkspur is a made-up bank that shows idv&#8209;verify at work. Nothing here is an offer.</p>
    </footer>
  </body>
</html>`;
}
