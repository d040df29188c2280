import { html } from 'hono/html';
import { deskAssets } from '../deskAssets.ts';
import type { DeskSession } from '../deskEnv.ts';

export type Html = ReturnType<typeof html>;

interface Page {
  title: string;
  /** `null`: not signed in. */
  session: DeskSession | null | undefined;
  main: Html;
  /** The current page, as named in the navigation. */
  here?: 'queue' | 'alerts' | 'figures' | 'statistics' | 'quality' | 'audit' | 'team' | 'house' | 'settings';
  idleMinutes?: number;
  /** Whether the page uses the whole width of a wide screen. */
  isWide?: boolean;
  /** The URL that the browser goes to at once. */
  next?: string;
}

/** The layout of every page of the desk. */
export function layout({ title, session, main, here, idleMinutes = 15, isWide = false, next }: Page): Html {
  const settings = session?.reviewer.settings ?? {};
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${next ? html`<meta http-equiv="refresh" content="0; url=${next}">` : ''}
    <title>${title} · Review desk</title>
    <link rel="stylesheet" href="${deskAssets().css.href}">
    <script type="module" src="${deskAssets().js.href}"></script>
  </head>
  <body
    data-keys="${settings.keys === false ? 'off' : 'on'}"
    data-key-map="${JSON.stringify(settings.keyMap ?? {})}"
    data-breaks="${settings.breaks === false ? 'off' : 'on'}"
    ${session ? html`data-idle-minutes="${idleMinutes}" data-reviewer="${session.reviewer.id}"` : ''}
    class="${settings.grey ? 'grey' : ''}">
    <a class="skip" href="#main">Skip to content</a>
    ${session ? bar(session, here) : ''}
    <main id="main" tabindex="-1" ${isWide ? html`class="wide-page"` : ''}>${main}</main>
    ${session ? dialogs() : ''}
  </body>
</html>`;
}

function bar(session: DeskSession, current: Page['here']) {
  const { reviewer, mode } = session;
  const link = (name: NonNullable<Page['here']>, href: string, text: string) =>
    html`<a href="${href}" ${current === name ? html`aria-current="page"` : ''}>${text}</a>`;
  return html`<header class="bar">
    <nav aria-label="Desk">
      ${link('queue', '/desk', 'Queue')} ${link('alerts', '/desk/alerts', 'Alerts')} ${link('figures', '/desk/figures', 'Figures')}
      ${link('statistics', '/desk/statistics', 'Statistics')}
      ${reviewer.role === 'viewer' ? '' : link('quality', '/desk/quality', 'Quality')}
      ${link('audit', '/desk/audit', 'Audit')}
      ${reviewer.role === 'administrator' ? html`${link('team', '/desk/team', 'Team')} ${link('house', '/desk/house', 'House texts')}` : ''}
      ${link('settings', '/desk/settings', 'Settings')}
    </nav>
    <form method="post" action="/desk/mode">
      ${tokenField(session)}
      <input type="hidden" name="mode" value="${mode === 'live' ? 'test' : 'live'}">
      <span class="mode ${mode}">${mode === 'live' ? 'Live data' : 'Test data'}</span>
      <button class="quiet">${mode === 'live' ? 'Show test data' : 'Show live data'}</button>
    </form>
    <form method="post" action="/desk/sign-out">
      ${tokenField(session)}
      <span class="who">${reviewer.name}, ${reviewer.role}</span>
      <button class="quiet">Sign out</button>
    </form>
  </header>`;
}

/** The dialogs, filled and opened by the script. */
function dialogs() {
  return html`<dialog id="keys-help" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <p>Each button shows its key. Keys are ignored in fields, and can be changed or switched off in
        <a href="/desk/settings">Settings</a>.</p>
      <ul data-key-list></ul>
      <form method="dialog"><button>Close</button></form>
    </dialog>
    <dialog id="idle-warning" aria-labelledby="idle-title">
      <h2 id="idle-title">Are you still there?</h2>
      <p>You will be signed out in two minutes. What you have typed on a case stays in this tab.</p>
      <p role="alert" data-stay-problem hidden>The desk could not be reached. Check the connection, then press again.</p>
      <button type="button" data-stay>Stay signed in</button>
    </dialog>
    <dialog id="leave-warning" aria-labelledby="leave-title">
      <h2 id="leave-title">Leave this case?</h2>
      <p>You have typed something that no decision has taken. It stays in this tab until you sign out or close it.</p>
      <form method="dialog" class="row"><button class="primary">Stay</button> <button type="button" data-leave>Leave</button></form>
    </dialog>
    <p class="toast" role="status" data-toast></p>`;
}

/** The hidden field that protects every form of a session. */
export function tokenField({ formToken }: Pick<DeskSession, 'formToken'>) {
  return html`<input type="hidden" name="token" value="${formToken}">`;
}

/** Copies a text; without JavaScript it is not there. */
export function copyButton(text: string, what: string): Html {
  return html`<button type="button" class="quiet small" data-copy="${text}" data-needs-script hidden>Copy<span class="unseen"> ${what}</span></button>`;
}

/** A button that shows its shortcut; the script listens for the key. */
export function keyButton(text: string, action: string, key: string, attributes: Html | string = '') {
  return html`<button data-action="${action}" data-key="${key}" ${attributes}>${text} <kbd>${key}</kbd></button>`;
}
