import { adoptStyles } from 'lit';
import { laterFormStyles } from '../styles/laterFormStyles.ts';

/** Puts the style sheet of the later screens behind those that a root has; once. */
export function adoptLaterStyles(root: ShadowRoot): void {
  const adopted = root.adoptedStyleSheets;
  const { styleSheet } = laterFormStyles;
  if (!styleSheet || !adopted.includes(styleSheet)) adoptStyles(root, [...(adopted ?? []), laterFormStyles]);
}
