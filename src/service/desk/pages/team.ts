import { html } from 'hono/html';
import type { PasskeyRow } from '../../db/store/deskPasskeys.ts';
import type { ReviewerRow } from '../../db/store/reviewers.ts';
import { languages } from '../../links/languageTexts.ts';
import { ACTIONS } from '../actions.ts';
import type { DeskSession } from '../deskEnv.ts';
import { ROLES } from '../reviewers.ts';
import { languageName } from './house.ts';
import { layout, tokenField } from './layout.ts';
import { table } from './table.ts';
import { dayAndTime } from './words.ts';

/** The reviewers of the desk. */
export function teamPage({
  session,
  all,
  link,
}: {
  session: DeskSession;
  all: ReviewerRow[];
  link: string | null;
}) {
  return layout({
    title: 'Team',
    here: 'team',
    session,
    main: html`<h1>Team</h1>
      ${
        link
          ? html`<section class="card"><h2>The invitation</h2>
            <p>Shown only once; valid once, within 15 minutes:</p><p><code class="link">${link}</code></p></section>`
          : ''
      }
      ${table({
        label: 'Reviewers',
        columns: ['Name', 'Role', 'Signs in with', 'State'],
        rows: all.map((one) => row(session, one)),
      })}
      <section class="card">
        <h2>Invite a reviewer</h2>
        <form class="row" method="post" action="/desk/team/invite">
          ${tokenField(session)}
          <label>Name <input name="name" required maxlength="100" autocomplete="off"></label>
          <label>Role <select name="role">${ROLES.map((role) => html`<option>${role}</option>`)}</select></label>
          <button class="primary">Create an invitation</button>
        </form>
        <p class="small">To change roles or invite, you must have signed in within the last five minutes.</p>
      </section>`,
  });
}

function row(session: DeskSession, one: ReviewerRow) {
  const isOff = one.disabled_at !== null;
  const isOneself = one.id === session.reviewer.id;
  const change = html`<form class="row" method="post" action="/desk/team/${one.id}/role">${tokenField(session)}
    <select name="role" aria-label="Role of ${one.name}">${ROLES.map(
      (role) => html`<option ${role === one.role ? html`selected` : ''}>${role}</option>`,
    )}${one.role === 'none' ? html`<option disabled selected>none</option>` : ''}</select><button class="quiet">Change</button></form>`;
  const turn = html`<form method="post" action="/desk/team/${one.id}/switch">${tokenField(session)}
    <input type="hidden" name="to" value="${isOff ? 'on' : 'off'}">
    <button class="quiet">${isOff ? 'Switch on' : 'Switch off'}</button></form>`;
  const state = isOff ? 'switched off' : one.role === 'none' ? 'no role at the provider' : 'active';
  return [
    html`<span class="any">${one.name}</span><br><code class="small">${one.id}</code>`,
    isOneself ? one.role : change,
    html`<span class="any">${one.issuer ?? 'invitation'}</span>`,
    isOneself
      ? html`${state} (you)`
      : html`${state}<div class="row">${turn}${one.issuer ? '' : one.signed_in_at ? replaceForm(session, one) : newInvitation(session, one.id)}</div>`,
  ];
}

function newInvitation(session: DeskSession, id: string) {
  return html`<form method="post" action="/desk/team/invite">${tokenField(session)}
    <input type="hidden" name="id" value="${id}"><button class="quiet">New invitation</button></form>`;
}

/** Another account for somebody who has lost their passkey. */
function replaceForm(session: DeskSession, { id, name }: ReviewerRow) {
  return html`<form method="post" action="/desk/team/${id}/replace">${tokenField(session)}
    <button class="quiet">Replace the account<span class="unseen"> of ${name}</span></button></form>`;
}

/** The settings of one reviewer. */
export function settingsPage({
  session,
  passkeys,
}: {
  session: DeskSession;
  passkeys: readonly PasskeyRow[];
}) {
  const {
    keys = true,
    grey = false,
    breaks = true,
    keyMap = {},
    language = 'en',
  } = session.reviewer.settings;
  const on = { keys, grey, breaks };
  const box = (name: keyof typeof on, text: string) =>
    html`<label class="tick"><input type="checkbox" name="${name}" ${on[name] ? html`checked` : ''}> ${text}</label>`;
  return layout({
    title: 'Settings',
    here: 'settings',
    session,
    main: html`<section class="card narrow">
      <h1>Settings</h1>
      <form method="post" action="/desk/settings">
        ${tokenField(session)}
        ${box('keys', 'Single keys act')}
        ${box('grey', 'Show faces in grey')}
        ${box('breaks', 'Remind me of a break after 45 minutes')}
        <label>Language of house texts <select name="language">${languages.map(
          (tag) =>
            html`<option value="${tag}" ${tag === language ? html`selected` : ''}>${languageName(tag)}</option>`,
        )}</select></label>
        <h2>Keys</h2>
        <div class="keys">${ACTIONS.map(
          ({ action, key, text }) =>
            html`<label>${text} <input class="key" name="key-${action}" value="${keyMap[action] ?? key}" maxlength="1" required></label>`,
        )}</div>
        <button class="primary">Save</button>
      </form>
      ${session.reviewer.issuer ? '' : passkeysPart(session, passkeys)}
    </section>`,
  });
}

function passkeysPart(session: DeskSession, passkeys: readonly PasskeyRow[]) {
  return html`<h2>Passkeys</h2>
    ${passkeys.length === 0 ? html`<p>You have none.</p>` : ''}
    <ul>${passkeys.map(
      ({
        id,
        created_at,
        used_at,
      }) => html`<li><form class="row" method="post" action="/desk/passkey/remove">${tokenField(session)}
        <input type="hidden" name="id" value="${id}">added ${dayAndTime(created_at)}${used_at ? `, last used ${dayAndTime(used_at)}` : ''}
        <button class="quiet">Remove</button></form></li>`,
    )}</ul>
    <p><a class="button" href="/desk/passkey?to=/desk/settings">Add a passkey</a></p>`;
}
