import { html } from 'hono/html';
import type { DeskSession } from '../deskEnv.ts';
import { type Html, layout, tokenField } from './layout.ts';

interface Passkey {
  /** `null`: a sign-in. */
  session: DeskSession | null;
  kind: 'create' | 'get';
  /** As the browser takes them. */
  options: object;
  /** The page after it. */
  to: string;
}

/** Makes or uses a passkey; the script asks the browser for it. */
export function passkeyPage({ session, kind, options, to }: Passkey): Html {
  const isNew = kind === 'create';
  const action = session ? `/desk/passkey/${isNew ? 'register' : 'confirm'}` : '/desk/sign-in/passkey/answer';
  const title = isNew ? 'Set up a passkey' : session ? 'Confirm that it is you' : 'Sign in with a passkey';
  return layout({
    title,
    session,
    main: html`<section class="card narrow">
      <h1>${title}</h1>
      <p>${
        isNew
          ? 'Your device or a security key keeps it. You sign in with it from now on, and confirm yourself where a recent sign-in is needed.'
          : 'Your browser asks for your passkey: a fingerprint, your face, a PIN, or a security key.'
      }</p>
      <form method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}">
        ${session ? tokenField(session) : ''}
        <input type="hidden" name="to" value="${to}"><input type="hidden" name="answer">
        <button class="primary" data-needs-script hidden>${isNew ? 'Set it up' : 'Continue'}</button>
        <p data-without-script>A passkey needs JavaScript. Without it you come by an invitation.</p>
      </form>
      ${session ? html`<p><a href="${to || '/desk'}">Not now</a></p>` : html`<p><a href="/desk/sign-in">Back to the sign-in</a></p>`}
    </section>`,
  });
}
