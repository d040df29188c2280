import { css } from 'lit';

/** Fields, labels and errors, as needed by the first page of the details. */
export const formStyles = css`
  .fields {
    display: grid;
    gap: 1.125em;
    margin-block-start: 1.5em;
  }
  .field > label {
    font-size: 0.9375em;
    font-weight: 580;
  }
  .field {
    display: grid;
    gap: 0.375em;
    align-content: start;
  }
  .field > label .hint {
    font-weight: 400;
  }
  input:not([type='checkbox']) {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 3em;
    padding: 0.5em 0.875em;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background-color: var(--_surface);
    color: var(--_text);
    font: inherit;
    /* Scrolls the label above the field into view, too. */
    scroll-margin-block: 3em;
  }
  input:focus-visible {
    border-color: var(--_accent);
    outline-offset: 0;
    outline-width: 2px;
  }
  input[aria-invalid='true'] {
    border-color: var(--_bad);
    border-width: 2px;
  }
  .field-error {
    color: var(--_bad);
    font-size: 0.9375em;
  }
  .tick {
    display: flex;
    align-items: center;
    gap: 0.75em;
    min-block-size: 2.75em;
    cursor: pointer;
  }
  .tick input {
    inline-size: 1.375em;
    block-size: 1.375em;
    flex: none;
    margin: 0;
    accent-color: var(--_accent);
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
  }
  summary {
    inline-size: fit-content;
    padding-block: 0.7333em;
    color: var(--_accent);
    font-weight: 600;
    cursor: pointer;
  }
  /* As large as the other way, which it stands beside. */
  .choice .plain {
    min-block-size: 3.25em;
    border-color: currentColor;
  }
  form details .field {
    margin-block: 0.5em 0.75em;
  }
`;
