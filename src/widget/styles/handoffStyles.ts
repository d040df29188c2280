import { css } from 'lit';

/** The hand-off to a phone. */
export const handoffStyles = css`
  /* Dark on white in every theme: not every camera reads an inverted code. */
  .qr {
    display: grid;
    inline-size: min(15em, 100%);
    min-inline-size: min(200px, 100%);
    aspect-ratio: 1;
    min-block-size: 0;
    margin: 1.5em auto 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: #fff;
    forced-color-adjust: none;
    shape-rendering: crispEdges;
  }
  .qr.waiting {
    color: #565f75;
  }
  .note .plain {
    justify-self: center;
    min-block-size: 2.9333em;
  }
  .note p {
    text-align: center;
  }
  .address {
    font-weight: 620;
    overflow-wrap: anywhere;
  }
  .code {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.1em 0.5em;
    direction: ltr;
    font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
    font-size: 1.6em;
    font-weight: 650;
    line-height: 1.2;
    letter-spacing: 0.12em;
  }
  .note input {
    inline-size: 100%;
  }
  .fresh {
    margin-block-start: 0.8571em;
    text-align: center;
    text-wrap: balance;
  }
  .phone {
    display: flex;
    gap: 0.6em;
    align-items: center;
    margin-block: 0.75em;
    font-weight: 580;
  }
  .phone .icon {
    color: var(--_accent);
  }
  .message .phone {
    justify-content: center;
    margin-block-start: 1.25em;
  }
  .message .phone .icon {
    display: none;
  }
  form {
    display: grid;
    gap: 0.375em;
    margin-block-start: 1.5em;
  }
  .note input,
  form input {
    min-inline-size: 0;
    min-block-size: 3em;
    padding: 0.25em 0.5em;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background-color: var(--_surface);
    color: var(--_text);
    font: inherit;
  }
  form input {
    justify-self: start;
    inline-size: 7em;
    max-inline-size: 100%;
    font-size: 1.5em;
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.3em;
    text-align: center;
  }
  form input:focus-visible {
    border-color: var(--_accent);
    outline-offset: 0;
    outline-width: 2px;
  }
  form input[aria-invalid='true'] {
    border-color: var(--_bad);
    border-width: 2px;
  }
  .field-error {
    color: var(--_bad);
    font-size: 0.9375em;
  }
  .contact {
    margin-block-start: 0.75em;
  }
  .lead + .note,
  .contact + .note {
    margin-block-start: 1.5em;
  }
`;
