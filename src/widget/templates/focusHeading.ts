/** Moves the focus to the heading of the screen. */
export function focusHeading(root: ParentNode): void {
  root.querySelector('h2')?.focus();
  // The focus brings the heading alone into view. As much as fits is better, and the row at the top: there is the way out
  // of a dialog. Where it is far above the heading, as enlarged to 400 %, what has the focus goes before it.
  for (const part of ['.card', '.top', 'h2']) root.querySelector(part)?.scrollIntoView({ block: 'nearest' });
}
