import { html } from 'lit';

/** A friendly face in the frame that the camera view will show. */
export function faceDrawing() {
  return html`
    <svg class="drawing" viewBox="0 0 240 150" aria-hidden="true" focusable="false">
      <rect class="ground" x="0" y="0" width="240" height="150" rx="18" />
      <path class="shirt" d="M64 150c2-27 24-39 56-39s54 12 56 39z" />
      <path class="skin shade" d="M106 96h28v18c0 8-28 8-28 0z" />
      <path class="skin" d="M88 62c0-24 14-38 32-38s32 14 32 38c0 26-15 45-32 45S88 88 88 62z" />
      <path class="hair" d="M84 64c-4-32 12-50 36-50s41 17 36 50c-3-12-8-20-14-24-14 5-34 6-46 0-6 5-10 12-12 24z" />
      <path class="line" d="M105 64v3M135 64v3M111 85c5 5 13 5 18 0" />
      <ellipse class="oval" cx="120" cy="66" rx="45" ry="56" />
      <path class="corner" d="M52 40V28a8 8 0 0 1 8-8h12M168 20h12a8 8 0 0 1 8 8v12M188 110v12a8 8 0 0 1-8 8h-6M66 130h-6a8 8 0 0 1-8-8v-12" />
    </svg>
  `;
}
