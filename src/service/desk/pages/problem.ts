import { html } from 'hono/html';
import type { DeskSession } from '../deskEnv.ts';
import { layout } from './layout.ts';

interface Problem {
  title: string;
  text: string;
  code: string;
  requestId: string;
  session: DeskSession | undefined;
}

/** Something was refused, or went wrong. */
export function problemPage({ title, text, code, requestId, session }: Problem) {
  return layout({
    title,
    session,
    main: html`<section class="card narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      ${
        code === 'session_scope_exceeded' && session?.reviewer.issuer
          ? html`<form method="post" action="/desk/sign-in"><input type="hidden" name="fresh" value="yes"><button class="primary">Sign in again</button></form>`
          : ''
      }
      <p><a class="button" href="/desk">To the queue</a></p>
      <p class="small">${code} · ${requestId}</p>
    </section>`,
  });
}
