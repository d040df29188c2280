import { css } from 'lit';

/** The camera view, the drawing and the pictures taken. */
export const selfieStyles = css`
  .drawing {
    display: block;
    inline-size: 100%;
    margin-block-end: 1.5em;
    fill: none;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .ground {
    fill: var(--_accent-soft);
  }
  .shirt {
    fill: var(--_accent);
    opacity: 0.85;
  }
  .skin {
    fill: #e5b494;
  }
  .skin.shade {
    fill: #cf9a7a;
  }
  .hair {
    fill: #3b2f35;
  }
  .line {
    stroke: #5b3b30;
    stroke-width: 3;
  }
  .oval {
    stroke: var(--_surface);
    stroke-width: 3;
    stroke-dasharray: 7 6;
  }
  .corner {
    stroke: var(--_accent);
    stroke-width: 3;
  }
  .tips {
    gap: 0.75em;
    margin-block: 1.25em 0;
  }
  .tips .icon {
    color: var(--_accent);
  }
  /* Reserves two lines, so that the picture below does not move while the person looks at it. */
  @container (max-inline-size: 23em) {
    .due {
      min-block-size: 2.4em;
    }
  }
  .stage {
    position: relative;
    overflow: hidden;
    aspect-ratio: 4 / 5;
    /* Fits below the text, within the height of a phone in landscape orientation. */
    max-block-size: max(12em, min(62vb, 100vb - 10.5em));
    margin: 1em auto 0;
    border-radius: var(--_radius);
    background: #10131c;
  }
  .stage video {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .mirrored {
    scale: -1 1;
  }
  .overlay {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    fill: none;
  }
  .veil {
    fill: var(--idv-color-veil, rgb(10 13 24 / 45%));
  }
  .rim {
    stroke: var(--idv-oval-color, #fff);
    stroke-width: var(--idv-oval-width, 0.9);
    transition: stroke 0.2s;
  }
  .good .rim {
    stroke: var(--idv-oval-good-color, #4ade9b);
    stroke-width: calc(var(--idv-oval-width, 0.9) * 1.55);
  }
  .arrow {
    stroke: #fff;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
    animation: beckon calc(1.1s * max(var(--_motion), 0.2)) ease-in-out infinite;
  }
  .pill {
    position: absolute;
    inset-block-end: 0.9412em;
    inset-inline: 0.9412em;
    inline-size: fit-content;
    max-inline-size: calc(100% - 1.8824em);
    margin-inline: auto;
    padding: 0.4706em 1.0588em;
    border-radius: 1.8824em;
    background: rgb(10 13 24 / 82%);
    color: #fff;
    font-size: 1.0625em;
    font-weight: 600;
    text-align: center;
  }
  @media (max-height: 30em) {
    .pill {
      inset-block-end: 0.5714em;
      padding: 0.2857em 0.8571em;
      font-size: 0.875em;
      line-height: 1.3;
    }
  }
  @container (max-inline-size: 20em) {
    .pill {
      inset-inline: 0.5em;
      max-inline-size: calc(100% - 1em);
      padding: 0.4em 0.875em;
      font-size: 0.9375em;
    }
  }
  .good .pill {
    background: #0b6b47;
  }
  /* Does not overlap the arrow. */
  .look_down .pill {
    inset-block: 1em auto;
  }
  .dots {
    display: flex;
    justify-content: center;
    gap: 0.5em;
    min-block-size: 0.5em;
    margin-block-start: 1em;
  }
  .dots i {
    inline-size: 0.5em;
    block-size: 0.5em;
    border-radius: 1em;
    background: var(--_track);
    transition: inline-size 0.2s;
  }
  .dots .done {
    background: var(--_good);
  }
  .dots .now {
    inline-size: 1.5em;
    background: var(--_accent);
  }
  .stuck {
    padding-block-end: 1em;
  }
  @keyframes beckon {
    50% {
      opacity: 0.35;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .arrow {
      animation: none;
    }
    .rim,
    .dots i {
      transition: none;
    }
  }
  .ways-out {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.25em 0.5em;
  }
  .camera-choice {
    display: flex;
    align-items: center;
    gap: 0.8em;
    font-size: 0.9375em;
  }
  .camera-choice select {
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
  .pictures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(4.5em, 1fr));
    gap: 0.625em;
    margin: 1.5em 0 0;
    padding: 0;
    list-style: none;
  }
  .pictures.single {
    max-inline-size: 18em;
    margin-inline: auto;
  }
  @container (max-inline-size: 23em) {
    /* Four pictures as two rows of two, instead of three and one. */
    .pictures:has(li:nth-child(4):last-child) {
      grid-template-columns: 1fr 1fr;
    }
  }
  .pictures canvas {
    display: block;
    inline-size: 100%;
    aspect-ratio: 3 / 4;
    border-radius: var(--_radius);
    background: var(--_sunken);
    object-fit: cover;
  }
  .between {
    display: flex;
    align-items: center;
    gap: 0.5em;
    margin-block-start: 0.75em;
  }
  .between canvas {
    flex: none;
    inline-size: 6em;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_sunken);
  }
  @media (forced-colors: active) {
    .pill {
      border: 1px solid;
      background: Canvas;
    }
    .dots i {
      background: GrayText;
    }
    .dots .done,
    .dots .now {
      background: Highlight;
    }
  }
  /* At 400 % zoom a screen is 256 px high: the hint is then above the face, next to the heading. */
  @media (max-height: 30em) {
    .pill {
      inset-block: 0.4706em auto;
    }
  }
`;
