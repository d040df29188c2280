/** The text of the screen as displayed, line by line. Includes the site's slotted content, excludes error messages. */
export function shownText(root: ParentNode): string {
  const screen = root.querySelector('.screen')!;
  const ofSite = [...screen.querySelectorAll('slot')].flatMap((slot) => slot.assignedElements());
  const content = [...screen.children].filter((element) => !element.matches('.alerts'));
  const lines = [...ofSite, ...content].flatMap(
    (element) => (element as HTMLElement).innerText?.split('\n') ?? [],
  );
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** Its SHA-256 in hexadecimal digits; nothing where the page is not secure (https), and the service makes its own. */
export async function textHash(text: string): Promise<{ textHash?: string }> {
  if (!globalThis.crypto?.subtle) return {};
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return {
    textHash: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}
