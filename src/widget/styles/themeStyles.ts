import { css } from 'lit';

const dark = css`
  color-scheme: dark !important;
  --_accent: var(--idv-color-accent, #8ea8ff);
  --_on-accent: var(--idv-color-on-accent, #0c1230);
  --_text: var(--idv-color-text, #eef0f6);
  --_soft: var(--idv-color-text-soft, #a9b0c3);
  --_surface: var(--idv-color-surface, #151923);
  --_sunken: var(--idv-color-sunken, #1d2230);
  --_line: var(--idv-color-line, #2c3345);
  --_edge: var(--idv-color-field-border, #717a92);
  --_bad: var(--idv-color-error, #ff9a8f);
  --_good: var(--idv-color-success, #63d4a4);
  --_tint: 18%;
  --_shadow: var(--idv-shadow, 0 1px 2px rgb(0 0 0 / 40%), 0 16px 48px rgb(0 0 0 / 35%));
`;

/**
 * Colours, type and sizes. The page may set the properties `--idv-*` (docs/theming.md); the others are derived. With
 * the defaults, text has a contrast of at least 4.5 and field borders at least 3. Rules with !important must hold
 * against a page that resets all elements.
 */
export const themeStyles = css`
  :host {
    color-scheme: light !important;
    --_accent: var(--idv-color-accent, #2f4fd8);
    --_on-accent: var(--idv-color-on-accent, #ffffff);
    --_text: var(--idv-color-text, #151a2b);
    --_soft: var(--idv-color-text-soft, #565f75);
    --_surface: var(--idv-color-surface, #ffffff);
    --_sunken: var(--idv-color-sunken, #f4f6fb);
    --_line: var(--idv-color-line, #e3e7f0);
    --_edge: var(--idv-color-field-border, #838ca3);
    --_bad: var(--idv-color-error, #b3261e);
    --_good: var(--idv-color-success, #0c7a50);
    --_tint: 9%;
    --_shadow: var(--idv-shadow, 0 1px 2px rgb(21 26 43 / 6%), 0 16px 48px rgb(21 26 43 / 8%));
    --_radius: var(--idv-radius, 14px);
    --_card-radius: var(--idv-card-radius, calc(var(--_radius) * 1.4));
    --_button-radius: var(--idv-button-radius, var(--_radius));
    --_border: var(--idv-border-width, 1px);
    --_space: var(--idv-space, 1);
    --_width: var(--idv-width, 30em);
    --_motion: var(--idv-motion, 1);
    --_ring: var(--idv-focus-width, 3px) solid var(--idv-focus-color, var(--_accent));
    --_weight: var(--idv-heading-weight, 680);
    --_font: var(
      --idv-font,
      system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      'Helvetica Neue',
      Arial,
      sans-serif
    );
    display: block !important;
  }
  @media (prefers-contrast: more) {
    .card,
    dialog {
      --_soft: var(--_text);
      --_line: var(--_text);
      --_edge: var(--_text);
    }
  }
  :host([hidden]) {
    display: none !important;
  }
  :host([theme='dark']) {
    ${dark}
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) {
      ${dark}
    }
  }
  :host {
    --_accent-soft: var(--idv-color-accent-soft, color-mix(in srgb, var(--_accent) var(--_tint), var(--_surface)));
    --_track: color-mix(in srgb, var(--_text) 14%, transparent);
    --_bad-soft: var(--idv-color-error-soft, color-mix(in srgb, var(--_bad) var(--_tint), var(--_surface)));
    --_good-soft: var(--idv-color-success-soft, color-mix(in srgb, var(--_good) var(--_tint), var(--_surface)));
  }
  :host([preset='sharp']) {
    --_radius: var(--idv-radius, 3px);
    --_card-radius: var(--idv-card-radius, 0);
    --_border: var(--idv-border-width, 2px);
    --_line: var(--idv-color-line, var(--_text));
    --_edge: var(--idv-color-field-border, var(--_text));
    --_shadow: var(--idv-shadow, none);
    --_weight: var(--idv-heading-weight, 760);
  }
  :host([preset='plain']) {
    --_radius: var(--idv-radius, 10px);
    --_card-radius: var(--idv-card-radius, 0);
    --_button-radius: var(--idv-button-radius, 99em);
    --_shadow: var(--idv-shadow, none);
    --_sunken: var(--idv-color-sunken, color-mix(in srgb, var(--_text) 6%, transparent));
    --_accent-soft: var(--idv-color-accent-soft, color-mix(in srgb, var(--_accent) 14%, transparent));
  }
`;
