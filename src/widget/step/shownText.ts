/**
 * The text of the screen as displayed, line by line: it is stored with the person's answer. Includes the site's slotted
 * content, excludes error messages.
 */
export function shownText(root: ParentNode): string {
  const ofSite = [...root.querySelectorAll<HTMLSlotElement>('.screen slot')].flatMap((slot) =>
    slot.assignedElements(),
  );
  return [...ofSite, ...root.querySelectorAll('.screen > :not(.alerts)')]
    .map((element) => (element as HTMLElement).innerText ?? '')
    .join('\n')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
