import { css } from 'lit';

/** Fields, their labels and errors. */
export const formStyles = css`
  fieldset {
    display: grid;
    gap: 1.125rem;
    min-inline-size: 0;
    margin: 2rem 0 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 0.875rem;
    font-size: 1.125rem;
    font-weight: 660;
  }
  .field {
    display: grid;
    gap: 0.375rem;
    align-content: start;
  }
  .field > label {
    font-size: 0.9375rem;
    font-weight: 580;
  }
  .field > label .hint {
    font-weight: 400;
  }
  input:not([type='checkbox']),
  select {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 3rem;
    padding: 0.5rem 0.875rem;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background-color: var(--_surface);
    color: var(--_text);
    font: inherit;
    /* With its label above it. */
    scroll-margin-block: 3rem;
  }
  /* Drawn here: everywhere in its place, and without a picture, which a policy may forbid. */
  select {
    appearance: none;
    padding-inline-end: 2.5rem;
    background-image: linear-gradient(45deg, transparent 50%, currentColor 50%),
      linear-gradient(-45deg, transparent 50%, currentColor 50%);
    background-position:
      right 1.25rem center,
      right 0.875rem center;
    background-repeat: no-repeat;
    background-size: 0.375rem 0.375rem;
    text-overflow: ellipsis;
  }
  select:dir(rtl) {
    background-position:
      left 0.875rem center,
      left 1.25rem center;
  }
  input:focus-visible,
  select:focus-visible {
    border-color: var(--_accent);
    outline-offset: 0;
    outline-width: 2px;
  }
  :is(input, select)[aria-invalid='true'] {
    border-color: var(--_bad);
    border-width: 2px;
  }
  .field-error {
    color: var(--_bad);
    font-size: 0.9375rem;
  }
  .banner p {
    font-weight: 620;
  }
  .banner p + p {
    margin-block-start: 0.25rem;
    font-weight: 400;
  }
  .banner a {
    display: inline-block;
    color: inherit;
  }
  .tick {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 2.75rem;
    cursor: pointer;
  }
  .tick input {
    inline-size: 1.375rem;
    block-size: 1.375rem;
    flex: none;
    margin: 0;
    accent-color: var(--_accent);
  }
  form details .field {
    margin-block: 0.5rem 0.75rem;
  }
  .small {
    justify-self: start;
    padding: 0.25rem 0.75rem;
    /* Its text stands under that of the fields. */
    margin-inline-start: calc(-0.75rem - 2px);
    font-size: 0.9375rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .row select {
    flex: 1 1 8rem;
  }
  .row .small {
    margin: 0;
  }
  .pair {
    display: grid;
    gap: 1.125rem;
  }
  @container (min-inline-size: 24rem) {
    .pair {
      grid-template-columns: 1fr 1fr;
    }
  }
  @media (forced-colors: active) {
    select {
      appearance: auto;
    }
    .small {
      margin: 0;
    }
  }
`;
