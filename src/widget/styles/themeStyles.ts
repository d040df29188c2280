import { css } from 'lit';

const dark = css`
  color-scheme: dark;
  --_accent: var(--idv-color-accent, #8ea8ff);
  --_on-accent: var(--idv-color-on-accent, #0c1230);
  --_text: var(--idv-color-text, #eef0f6);
  --_soft: var(--idv-color-text-soft, #a9b0c3);
  --_surface: var(--idv-color-surface, #151923);
  --_sunken: var(--idv-color-sunken, #1d2230);
  --_line: var(--idv-color-line, #2c3345);
  --_edge: var(--idv-color-field-border, #717a92);
  --_bad: var(--idv-color-error, #ff9a8f);
  --_bad-soft: #3a1f22;
  --_good: var(--idv-color-success, #63d4a4);
  --_good-soft: #16332a;
  --_accent-soft: #232c4d;
  --_shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 16px 48px rgb(0 0 0 / 35%);
`;

/**
 * Colours, type and measures. What a page may set are the properties `--idv-*`; the others are derived.
 * Every pair of text and ground has a contrast of at least 4.5, every border of a field at least 3.
 */
export const themeStyles = css`
  :host {
    color-scheme: light;
    --_accent: var(--idv-color-accent, #2f4fd8);
    --_on-accent: var(--idv-color-on-accent, #ffffff);
    --_text: var(--idv-color-text, #151a2b);
    --_soft: var(--idv-color-text-soft, #565f75);
    --_surface: var(--idv-color-surface, #ffffff);
    --_sunken: var(--idv-color-sunken, #f4f6fb);
    --_line: var(--idv-color-line, #e3e7f0);
    --_edge: var(--idv-color-field-border, #838ca3);
    --_bad: var(--idv-color-error, #b3261e);
    --_bad-soft: #fdeeec;
    --_good: var(--idv-color-success, #0c7a50);
    --_good-soft: #e3f5ec;
    --_accent-soft: #e9edfd;
    --_shadow: 0 1px 2px rgb(21 26 43 / 6%), 0 16px 48px rgb(21 26 43 / 8%);
    --_radius: var(--idv-radius, 14px);
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
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='dark']) {
    ${dark}
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) {
      ${dark}
    }
  }
`;
