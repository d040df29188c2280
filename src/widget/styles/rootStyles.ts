import { css } from 'lit';

/** The boundary between page and widget: column, card, dialog and slotted content. */
export const rootStyles = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  /*
   * Only the visibility is inherited from the page; all other inherited properties are reset here. "medium" is the font
   * size that the person has set in the browser, whatever the size of the page's root. The column requests its full
   * width in a parent that shrinks to fit, and shrinks with a narrower one.
   */
  .root {
    all: initial;
    color-scheme: inherit;
    visibility: inherit;
    pointer-events: inherit;
    display: grid;
    grid-template-columns: minmax(0, var(--_width));
    justify-content: center;
    font-size: medium;
  }
  .card {
    container-type: inline-size;
    border: var(--_border) solid var(--_line);
    border-radius: var(--_card-radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    color: var(--_text);
    font-family: var(--_font);
    font-size: max(var(--idv-font-size, 1em), 16px);
    line-height: 1.55;
    text-align: start;
    overflow-wrap: anywhere;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  .body {
    padding: calc(clamp(1.125em, 7.5cqi, 2.25em) * var(--_space));
  }
  :host([preset='plain']) .card {
    border-color: transparent;
    background: none;
  }
  :host([preset='plain']) .body {
    padding: 0.25em;
  }
  dialog {
    inline-size: min(calc(var(--_width) + 2em), 100vi);
    max-inline-size: none;
    max-block-size: 100dvb;
    padding: 0;
    border: 0;
    border-radius: var(--_card-radius);
    background: none;
    color: inherit;
    font-size: medium;
  }
  :host([preset='plain']) dialog {
    border-radius: 1em;
    background: var(--_surface);
  }
  dialog::backdrop {
    background: var(--idv-color-backdrop, rgb(10 13 24 / 55%));
  }
  ::slotted([slot='logo']) {
    max-block-size: 2.5em;
    max-inline-size: 100%;
  }
  ::slotted([slot='intro']),
  ::slotted([slot='help']),
  ::slotted([slot='footer']) {
    display: block;
    font: inherit;
    color: inherit;
  }
  ::slotted([slot='intro']) {
    margin-block-end: 1em;
  }
  ::slotted([slot='help']),
  ::slotted([slot='footer']) {
    margin-block-start: 1em;
    color: var(--_soft);
    font-size: 0.875em;
    text-align: center;
  }
  ::slotted([slot^='icon-']) {
    inline-size: 1.5em;
    block-size: 1.5em;
    flex: none;
  }
`;
