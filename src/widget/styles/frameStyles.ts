import { css } from 'lit';

/** Text, buttons, progress and the top row: the styles that every screen needs. */
export const frameStyles = css`
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75em;
    min-block-size: 1.75em;
    margin-block-end: clamp(0.75em, 4cqi, 1.5em);
    scroll-margin-block-start: 1.25em;
  }
  .progress {
    display: flex;
    flex: 1 0 4em;
    gap: 0.375em;
  }
  .progress i {
    flex: 1;
    max-inline-size: 4em;
    block-size: 4px;
    border-radius: 2px;
    background: var(--_track);
  }
  .progress .done,
  .progress .now {
    background: var(--_accent);
  }
  .badge {
    padding: 0.1538em 0.7692em;
    border-radius: 1.2308em;
    background: var(--_sunken);
    color: var(--_soft);
    font-size: 0.8125em;
    font-weight: 600;
  }
  h2 {
    margin: 0 0 0.3em;
    font-family: var(--idv-font-heading, inherit);
    font-size: clamp(1.3em, 6cqi, 1.75em);
    font-weight: var(--_weight);
    line-height: 1.2;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  h2:focus {
    outline: none;
  }
  p {
    margin: 0;
  }
  .lead {
    color: var(--_soft);
    font-size: 1.0625em;
    text-wrap: pretty;
  }
  .hint {
    color: var(--_soft);
    font-size: 0.875em;
  }
  .icon {
    inline-size: 1.5em;
    block-size: 1.5em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  [dir='rtl'] .turns {
    scale: -1 1;
    transform-origin: center;
  }
  /* Reserves space for the picker, which is loaded later. */
  :host(:is([languages], [language-switch])) .top {
    min-block-size: 2.75em;
  }
  .languages {
    min-block-size: 2.75em;
    max-inline-size: 9em;
    padding-inline: 0.5em;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }
  .actions {
    display: grid;
    gap: 0.5em;
    margin-block-start: 1.75em;
  }
  .actions .hint {
    text-align: center;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }
  .primary,
  .plain {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.625em;
    min-block-size: 3.25em;
    padding: 0.625em 1.25em;
    border: 2px solid transparent;
    border-radius: var(--_button-radius);
    font-weight: 620;
  }
  .primary {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .primary[aria-disabled] {
    cursor: progress;
  }
  .plain {
    min-block-size: 2.75em;
    background: none;
    color: var(--_accent);
  }
  .round {
    display: grid;
    place-items: center;
    inline-size: 2.75em;
    block-size: 2.75em;
    margin: -0.5em;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--_soft);
  }
  @media (hover: hover) {
    .primary:hover {
      background: color-mix(in srgb, var(--_accent) 88%, var(--_text));
    }
    .plain:hover,
    .round:hover {
      background: var(--_sunken);
    }
  }
  :focus-visible {
    outline: var(--_ring);
    outline-offset: 2px;
  }
  .waiting {
    display: grid;
    place-items: center;
    gap: 1em;
    min-block-size: 16em;
    align-content: center;
    color: var(--_soft);
    text-align: center;
  }
  .spinner {
    inline-size: 1.25em;
    block-size: 1.25em;
    border: 2.5px solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn calc(0.9s * max(var(--_motion), 0.2)) linear infinite;
  }
  .waiting h2 {
    margin: 0;
    color: var(--_text);
  }
  .waiting .spinner {
    font-size: 1.5em;
    color: var(--_accent);
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .screen {
    animation: rise calc(0.3s * var(--_motion)) ease-out;
  }
  @keyframes turn {
    to {
      rotate: 360deg;
    }
  }
  /* Without a fade: text that is read immediately needs its full contrast immediately. */
  @keyframes rise {
    from {
      translate: 0 8px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .screen {
      animation: none;
    }
    .spinner {
      animation-duration: 3s;
    }
  }
  @media (forced-colors: active) {
    .progress i {
      background: GrayText;
    }
    .progress .done,
    .progress .now {
      background: Highlight;
    }
    .primary {
      forced-color-adjust: none;
      background: ButtonText;
      color: ButtonFace;
    }
    .waiting .spinner {
      forced-color-adjust: none;
      color: CanvasText;
    }
  }
`;
