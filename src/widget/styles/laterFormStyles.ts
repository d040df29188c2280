import { css } from 'lit';

/** The screens of the details after the first, and the summary of errors. */
export const laterFormStyles = css`
  fieldset {
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    font-size: 0.9375em;
    font-weight: 580;
  }
  .banner p {
    font-weight: 620;
  }
  .banner ul {
    margin: 0.2667em 0 0;
    padding: 0;
    list-style: none;
  }
  .banner a {
    display: inline-block;
    min-block-size: 1.6em;
    color: inherit;
  }
  .small {
    justify-self: start;
    min-block-size: 3.2em;
    padding: 0.2667em 0.8em;
    /* Aligns its text with that of the fields. */
    margin-inline-start: calc(-0.8em - 2px);
    font-size: 0.9375em;
  }
  .row {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: end;
    gap: 0.375em 0.5em;
  }
  /* The label has the full width; only the field is next to the button. */
  .row .field {
    display: contents;
  }
  .row .field > * {
    grid-column: 1 / -1;
  }
  .row .field:not(:only-child) > .combo {
    grid-column: 1;
  }
  .row .small {
    margin: 0;
  }
  .parts {
    display: flex;
    gap: 0.75em;
    margin-block-start: 0.375em;
  }
  .parts > * {
    flex: 1 1 4em;
    display: grid;
    align-content: end;
    gap: 0.25em;
  }
  .parts .year {
    flex-grow: 1.6;
  }
  .parts label {
    color: var(--_soft);
    font-size: 0.875em;
  }
  .combo {
    position: relative;
  }
  .combo ul {
    position: absolute;
    inset-inline: 0;
    z-index: 1;
    max-block-size: 16em;
    margin: 0.25em 0 0;
    padding: 0.25em;
    overflow-y: auto;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    list-style: none;
  }
  .combo li {
    min-block-size: 2.75em;
    padding: 0.5em 0.75em;
    border-radius: calc(var(--_radius) * 0.5);
    cursor: pointer;
  }
  .combo .last-suggested {
    margin-block-end: 0.25em;
    border-block-end: 1px solid var(--_line);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .combo [aria-selected='true'],
  .combo [role='option']:hover {
    background: var(--_accent-soft);
  }
  .combo [aria-selected='true'] {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .answers {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    gap: 0.375em 0.5em;
    padding-block: 0.75em;
    border-block-end: 1px solid var(--_line);
  }
  .answers h3 {
    margin: 0;
    font-size: 1em;
    font-weight: 620;
  }
  .answers dl {
    grid-column: 1 / -1;
    display: grid;
    gap: 0.5em;
    margin: 0;
  }
  .answers dt {
    color: var(--_soft);
    font-size: 0.875em;
  }
  .answers dd {
    margin: 0;
  }
  @media (forced-colors: active) {
    .combo [aria-selected='true'] {
      outline-color: Highlight;
    }
    .small {
      margin: 0;
    }
  }
`;
