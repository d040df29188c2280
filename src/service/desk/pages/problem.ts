import { html } from 'hono/html';
import type { DeskSession } from '../deskEnv.ts';
import { layout } from './layout.ts';

interface Problem {
  title: string;
  text: string;
  code: string;
  requestId: string;
  session: DeskSession | undefined;
  /** The page of the refused form; `null` if it belongs to no case. */
  back: string | null;
  /** Whether the reviewer can confirm themselves by a passkey. */
  confirms: boolean;
  /** The note of the refused form, so that it is not lost. */
  note: string;
}

/** The page for a refusal or an error. */
export function problemPage({ title, text, code, requestId, session, back, confirms, note }: Problem) {
  return layout({
    title,
    session,
    main: html`<section class="card narrow">
      <h1>${title}</h1>
      <p data-problem>${text}</p>
      ${
        code === 'session_scope_exceeded' && session?.reviewer.issuer
          ? html`<form method="post" action="/desk/sign-in"><input type="hidden" name="fresh" value="yes"><button class="primary">Sign in again</button></form>`
          : ''
      }
      ${confirms ? html`<p><a class="button primary" href="/desk/passkey?to=${encodeURIComponent(back ?? '/desk')}">Confirm with your passkey</a></p>` : ''}
      ${note ? html`<label>Your note, to copy<textarea readonly>${note}</textarea></label>` : ''}
      <p class="row">${back ? html`<a class="button" href="${back}">Back to the case</a>` : ''}
        <a class="button" href="/desk">${session ? 'Back to the queue' : 'Back to the sign-in'}</a></p>
      <p class="small">${code} · ${requestId}</p>
    </section>`,
  });
}
