/**
 * The text of the screen as displayed, line by line: it is stored with the person's answer. Includes the site's slotted
 * content, excludes error messages. A layer that unfolds by a press is part of it: `▾` before its title says that it was
 * open, `▸` that it was offered, and folded.
 */
export function shownText(root: ParentNode): string {
  const ofSite = [...root.querySelectorAll<HTMLSlotElement>('.screen slot')].flatMap((slot) =>
    slot.assignedElements(),
  );
  const layers = [...root.querySelectorAll<HTMLDetailsElement>('.screen details')];
  const marks = layers.map(({ open }) => new Text(open ? '▾ ' : '▸ '));
  const folded = layers.filter(({ open }) => !open);
  // Within one task: nothing of it is painted.
  layers.forEach((layer, at) => {
    layer.open = true;
    layer.querySelector('summary')?.prepend(marks[at]!);
  });
  const shown = [...ofSite, ...root.querySelectorAll('.screen > :not(.alerts)')]
    .map((element) => (element as HTMLElement).innerText ?? '')
    .join('\n');
  for (const mark of marks) mark.remove();
  for (const layer of folded) layer.open = false;
  return shown.replace(/\s*\n\s*/g, '\n').trim();
}
