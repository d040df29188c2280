import { css } from 'lit';

/** The progress of the upload. */
export const progressStyles = css`
  progress {
    inline-size: 100%;
    max-inline-size: 16em;
    block-size: 6px;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    appearance: none;
    background: var(--_line);
  }
  progress::-webkit-progress-bar {
    background: none;
  }
  /* Two rules, because a browser drops a whole rule with an unknown selector. */
  progress::-webkit-progress-value {
    background: var(--_accent);
    transition: inline-size 0.2s;
  }
  progress::-moz-progress-bar {
    background: var(--_accent);
  }
  @media (forced-colors: active) {
    progress {
      forced-color-adjust: none;
      border: 1px solid CanvasText;
      background: Canvas;
      --_accent: Highlight;
    }
  }
`;
