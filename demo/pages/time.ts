import { html } from 'hono/html';

/** A time in a human-readable and a machine-readable form. */
export function timeOf(time: string | Date) {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}
