import { css } from 'lit';

/** Lists, notes and messages. */
export const contentStyles = css`
  .list {
    display: grid;
    gap: 1.125rem;
    margin: 1.5rem 0;
    padding: 0;
    list-style: none;
  }
  .list li {
    display: flex;
    gap: 1rem;
    align-items: center;
  }
  .list p {
    color: var(--_soft);
    font-size: 0.9375rem;
    line-height: 1.45;
  }
  .list strong {
    font-weight: 620;
  }
  .bubble {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    border-radius: 50%;
    background: var(--_accent-soft);
    color: var(--_accent);
  }
  .note {
    padding: 1rem 1.125rem 0.375rem;
    border-radius: var(--_radius);
    background: var(--_sunken);
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  .note details p {
    margin-block-end: 0.5rem;
    color: var(--_soft);
  }
  summary {
    inline-size: fit-content;
    padding-block: 0.625rem;
    color: var(--_accent);
    font-weight: 600;
    cursor: pointer;
  }
  .banner {
    display: flex;
    gap: 0.75rem;
    margin-block-start: 1.25rem;
    padding: 0.875rem 1rem;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_bad-soft);
    color: var(--_bad);
    font-size: 0.9375rem;
  }
  .message {
    padding-block: 1rem 0.5rem;
    text-align: center;
  }
  .message .hint {
    margin-block-start: 0.75rem;
  }
  .emblem {
    display: grid;
    place-items: center;
    inline-size: 5rem;
    block-size: 5rem;
    margin: 0 auto 1.5rem;
    border-radius: 50%;
    background: var(--_accent-soft);
    color: var(--_accent);
  }
  .emblem .icon {
    inline-size: 2.25rem;
    block-size: 2.25rem;
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
