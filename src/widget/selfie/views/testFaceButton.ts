import { html, nothing } from 'lit';

/** Offers the drawn face in the place of a camera. */
export function testFaceButton(label: string, press: (() => unknown) | null) {
  if (!press) return nothing;
  return html`<button type="button" class="plain" part="secondary" @click=${press}>${label}</button>`;
}
