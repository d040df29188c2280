import { css } from 'lit';

/** The card, its type and its buttons: what every screen needs. */
export const frameStyles = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  .card {
    container-type: inline-size;
    max-inline-size: 30rem;
    margin-inline: auto;
    padding: clamp(1.25rem, 5vi, 2.25rem);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.4);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    color: var(--_text);
    font: 1rem / 1.55 var(--_font);
    text-align: start;
    overflow-wrap: anywhere;
    -webkit-text-size-adjust: 100%;
  }
  dialog {
    inline-size: min(32rem, 100vi);
    max-inline-size: none;
    max-block-size: 100dvb;
    padding: 0;
    border: 0;
    border-radius: calc(var(--_radius) * 1.4);
    background: none;
    color: inherit;
  }
  dialog::backdrop {
    background: rgb(10 13 24 / 55%);
  }
  .top {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 1.75rem;
    margin-block-end: 1.5rem;
    scroll-margin-block-start: 1.25rem;
  }
  .progress {
    display: flex;
    flex: 1 0 4rem;
    gap: 0.375rem;
  }
  .progress i {
    flex: 1;
    max-inline-size: 4rem;
    block-size: 4px;
    border-radius: 2px;
    background: var(--_line);
  }
  .progress .done,
  .progress .now {
    background: var(--_accent);
  }
  .badge {
    padding: 0.125rem 0.625rem;
    border-radius: 1rem;
    background: var(--_sunken);
    color: var(--_soft);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  h2 {
    margin: 0 0 0.5rem;
    font-size: clamp(1.5rem, 6cqi, 1.75rem);
    font-weight: 680;
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
    font-size: 1.0625rem;
    text-wrap: pretty;
  }
  .hint {
    color: var(--_soft);
    font-size: 0.875rem;
  }
  .icon {
    inline-size: 1.5rem;
    block-size: 1.5rem;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .actions {
    display: grid;
    gap: 0.5rem;
    margin-block-start: 1.75rem;
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
    gap: 0.625rem;
    min-block-size: 3.25rem;
    padding: 0.625rem 1.25rem;
    border: 2px solid transparent;
    border-radius: var(--_radius);
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
    min-block-size: 2.75rem;
    background: none;
    color: var(--_accent);
  }
  .round {
    display: grid;
    place-items: center;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    margin: -0.5rem;
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
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  .waiting {
    display: grid;
    place-items: center;
    gap: 1rem;
    min-block-size: 16rem;
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
    animation: turn 0.9s linear infinite;
  }
  .waiting h2 {
    margin: 0;
    color: var(--_text);
  }
  .waiting .spinner {
    font-size: 1.5rem;
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
    animation: rise 0.3s ease-out;
  }
  @keyframes turn {
    to {
      rotate: 360deg;
    }
  }
  /* Without a fade: what is read at once has its full contrast at once. */
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
