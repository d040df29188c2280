import { adoptStyles } from 'lit';
import { documentStyles } from '../styles/documentStyles.ts';

/** Adds the styles of the document to those of the form, once. */
export function adoptDocumentStyles(root: ShadowRoot): void {
  const adopted = root.adoptedStyleSheets as CSSStyleSheet[] | undefined;
  const { styleSheet } = documentStyles;
  if (!styleSheet || !adopted?.includes(styleSheet)) adoptStyles(root, [...(adopted ?? []), documentStyles]);
}
