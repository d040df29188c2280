import { html } from 'hono/html';
import { layout } from './layout.ts';

/** The sign-in page. It does not reveal who has an account. */
export function signInPage({ hasProvider, returns }: { hasProvider: boolean; returns: boolean }) {
  return layout({
    title: 'Sign in',
    session: null,
    main: html`<section class="card narrow">
      <h1>Review desk</h1>
      <p>Reviewers decide cases that no rule decides.</p>
      ${returns ? html`<p role="status">Your session has ended, or you were not signed in. When you sign in, you come back to the page that you were on.</p>` : ''}
      ${
        hasProvider
          ? html`<form method="post" action="/desk/sign-in"><button class="primary">Sign in with your organisation</button></form>`
          : ''
      }
      <form method="post" action="/desk/sign-in/passkey"><button class="${hasProvider ? 'quiet' : 'primary'}">Sign in with a passkey</button></form>
      <p>On your first visit open the invitation from your administrator. It works once, within 15 minutes.</p>
    </section>`,
  });
}

/**
 * The page between the desk and the identity provider. A redirect would not do: `form-action` of the page covers the
 * redirects of a form too, and the provider may redirect to further hosts.
 */
export function leavePage(url: string) {
  return layout({
    title: 'Sign in',
    session: null,
    next: url,
    main: html`<section class="card narrow">
      <h1>Sign in with your organisation</h1>
      <p>You are being redirected.</p>
      <p><a class="button primary" href="${url}">Continue</a></p>
    </section>`,
  });
}

/** The same page for every secret. Opening it neither reveals nor uses anything, so link scanners do no harm. */
export function invitePage(secret: string) {
  return layout({
    title: 'Invitation',
    session: null,
    main: html`<section class="card narrow">
      <h1>Your invitation to the review desk</h1>
      <p>Press the button to sign in. It works once.</p>
      <form method="post" action="/desk/invite">
        <input type="hidden" name="secret" value="${secret}">
        <button class="primary">Sign in</button>
      </form>
    </section>`,
  });
}
