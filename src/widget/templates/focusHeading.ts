/** Moves the focus to the heading of the screen. */
export function focusHeading(root: ParentNode): void {
  root.querySelector('h2')?.focus();
  // Focusing scrolls only the heading into view. Show as much of the card as fits, and the top row with the close
  // button of a dialog. If that row is far above the heading, as at 400 % zoom, the focused heading takes precedence.
  for (const part of ['.card', '.top', 'h2']) root.querySelector(part)?.scrollIntoView({ block: 'nearest' });
}
