/** Moves the focus to the heading of the screen. */
export function focusHeading(root: ParentNode): void {
  root.querySelector('h2')?.focus();
  // The focus brings the heading alone into view. As much as fits is better, and always the row at the top: there is
  // the way out of a dialog.
  for (const part of ['.card', '.top']) root.querySelector(part)?.scrollIntoView({ block: 'nearest' });
}
