import { css } from 'lit';

/** Lists, notes and messages. */
export const contentStyles = css`
  .list {
    display: grid;
    gap: 0.625em;
    margin: 0.75em 0 0;
    padding: 0;
    list-style: none;
  }
  .list li {
    display: flex;
    gap: 1em;
    align-items: center;
  }
  .list p {
    color: var(--_soft);
    font-size: 0.9375em;
    line-height: 1.45;
  }
  .list strong {
    font-weight: 620;
    line-height: 1.35;
  }
  .bubble {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 2em;
    block-size: 2em;
    border-radius: 50%;
    background: var(--_accent-soft);
    color: var(--_accent);
  }
  .bubble .icon {
    inline-size: 1.125em;
    block-size: 1.125em;
  }
  .note {
    display: grid;
    gap: 0.6667em;
    margin-block-start: 1.5em;
    padding: 1.0667em 1.2em;
    border-radius: var(--_radius);
    background: var(--_sunken);
    font-size: 0.9375em;
    line-height: 1.5;
  }
  /* The folded layer of the consent. */
  details.note {
    display: block;
    margin-block-start: 0.75em;
    padding-block: 0;
  }
  .note[open] {
    padding-block-end: 1em;
  }
  summary {
    padding-block: 0.7333em;
    color: var(--_accent);
    font-weight: 600;
    cursor: pointer;
  }
  summary ~ * {
    margin-block-end: 0.6667em;
  }
  .who {
    margin-block-start: 0.5em;
    font-size: 0.875em;
    text-align: center;
  }
  .who ~ .actions {
    margin-block-start: 0.75em;
  }
  h3 {
    margin: 0;
    font-size: 1em;
  }
  a {
    color: var(--_accent);
  }
  .banner {
    display: flex;
    gap: 0.8em;
    margin-block-start: 1.3333em;
    padding: 0.9333em 1.0667em;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_bad-soft);
    color: var(--_bad);
    font-size: 0.9375em;
  }
  .ask {
    text-align: center;
  }
  .message {
    padding-block: 1em 0.5em;
    text-align: center;
  }
  .message .hint {
    margin-block-start: 0.75em;
  }
  .emblem {
    display: grid;
    place-items: center;
    inline-size: 5em;
    block-size: 5em;
    margin: 0 auto 1.5em;
    border-radius: 50%;
    background: var(--_accent-soft);
    color: var(--_accent);
  }
  .emblem .icon {
    inline-size: 2.25em;
    block-size: 2.25em;
  }
  .emblem.good {
    background: var(--_good-soft);
    color: var(--_good);
  }
  .emblem.bad {
    background: var(--_bad-soft);
    color: var(--_bad);
  }
`;
