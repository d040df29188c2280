import { css } from 'lit';

/** The camera view, the drawing and the pictures taken. */
export const selfieStyles = css`
  .drawing {
    display: block;
    inline-size: 100%;
    margin-block-end: 1.5rem;
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
    gap: 0.75rem;
    margin-block: 1.25rem 0;
  }
  .tips .icon {
    color: var(--_accent);
  }
  /* One line or two: the picture below stays where it is while the person looks at it. */
  @container (max-inline-size: 23rem) {
    .due {
      min-block-size: 2.4em;
    }
  }
  .stage {
    position: relative;
    overflow: hidden;
    aspect-ratio: 4 / 5;
    /* Below the words, above the edge of a phone that lies on its side. */
    max-block-size: max(12rem, min(62vb, 100vb - 10.5rem));
    margin: 1rem auto 0;
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
    fill: rgb(10 13 24 / 45%);
  }
  .rim {
    stroke: #fff;
    stroke-width: 0.9;
    transition: stroke 0.2s;
  }
  .good .rim {
    stroke: #4ade9b;
    stroke-width: 1.4;
  }
  .arrow {
    stroke: #fff;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
    animation: beckon 1.1s ease-in-out infinite;
  }
  .pill {
    position: absolute;
    inset-block-end: 1rem;
    inset-inline: 1rem;
    inline-size: fit-content;
    max-inline-size: calc(100% - 2rem);
    margin-inline: auto;
    padding: 0.5rem 1.125rem;
    border-radius: 2rem;
    background: rgb(10 13 24 / 82%);
    color: #fff;
    font-size: 1.0625rem;
    font-weight: 600;
    text-align: center;
  }
  @media (max-height: 30rem) {
    .pill {
      inset-block-end: 0.5rem;
      padding: 0.25rem 0.75rem;
      font-size: 0.875rem;
      line-height: 1.3;
    }
  }
  .good .pill {
    background: #0b6b47;
  }
  /* Out of the way of the arrow. */
  .look_down .pill {
    inset-block: 1rem auto;
  }
  .dots {
    display: flex;
    justify-content: center;
    gap: 0.5rem;
    min-block-size: 0.5rem;
    margin-block-start: 1rem;
  }
  .dots i {
    inline-size: 0.5rem;
    block-size: 0.5rem;
    border-radius: 1rem;
    background: var(--_line);
    transition: inline-size 0.2s;
  }
  .dots .done {
    background: var(--_good);
  }
  .dots .now {
    inline-size: 1.5rem;
    background: var(--_accent);
  }
  .stuck {
    padding-block-end: 1rem;
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
    gap: 0.25rem 0.5rem;
  }
  .camera-choice {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    font-size: 0.9375rem;
  }
  .camera-choice select {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 2.75rem;
    padding-inline: 0.75rem;
    border: 1px solid var(--_edge);
    border-radius: calc(var(--_radius) * 0.72);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }
  .pictures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr));
    gap: 0.625rem;
    margin: 1.5rem 0 0;
    padding: 0;
    list-style: none;
  }
  .pictures.single {
    max-inline-size: 18rem;
    margin-inline: auto;
  }
  @container (max-inline-size: 23rem) {
    /* Not three and one. */
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
`;
