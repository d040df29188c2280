import { css } from 'lit';

/** The camera over a document, and the choice of one. */
export const documentStyles = css`
  .retry + .lead {
    margin-block-start: 1em;
  }
  .kinds {
    display: grid;
    gap: 0.625em;
    margin-block-start: 1.25em;
  }
  .kinds button {
    display: flex;
    align-items: center;
    gap: 0.75em;
    min-block-size: 3.5em;
    padding: 0.75em 1em;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-weight: 600;
    text-align: start;
    cursor: pointer;
  }
  .kinds button:hover {
    border-color: var(--_accent);
  }
  .kinds .icon {
    flex: none;
    color: var(--_accent);
  }
  .page-stage {
    position: relative;
    overflow: hidden;
    aspect-ratio: 4 / 3;
    max-block-size: max(12em, min(62vb, 100vb - 10.5em));
    margin: 1em auto 0;
    border-radius: var(--_radius);
    background: #10131c;
  }
  .page-stage video {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .page-stage svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    fill: none;
  }
  .page-veil {
    fill: var(--idv-color-veil, rgb(10 13 24 / 45%));
  }
  .page-rim {
    stroke: var(--idv-oval-color, #fff);
    stroke-width: var(--idv-oval-width, 0.9);
  }
  .page-stage.good .page-rim {
    stroke: var(--idv-oval-good-color, #4ade9b);
    stroke-width: calc(var(--idv-oval-width, 0.9) * 1.55);
  }
  .page-hint {
    position: absolute;
    inset-block-end: 0.75em;
    inset-inline: 0.75em;
    inline-size: fit-content;
    max-inline-size: calc(100% - 1.5em);
    margin-inline: auto;
    padding: 0.4em 1em;
    border-radius: 1.8824em;
    background: rgb(10 13 24 / 82%);
    color: #fff;
    font-weight: 600;
    text-align: center;
  }
  .shutter:not(.open, :focus-visible) {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .lenses {
    display: flex;
    align-items: center;
    gap: 0.8em;
    font-size: 0.9375em;
  }
  .lenses select {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 2.9333em;
    padding-inline: 0.8em;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }
  @media (forced-colors: active) {
    .page-hint {
      border: 1px solid;
      background: Canvas;
    }
  }
`;
