import type { PageTexts } from '../../contract/hostedPage.ts';
import { button, make } from './make.ts';

/** Whether the browser gives pages a camera at all. In-app browsers may not. */
export function hasCamera(): boolean {
  // Absent in old and embedded browsers, whatever the type says.
  return typeof (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia === 'function';
}

/**
 * Recommends another browser.
 * @param address of the page, with its secret, to copy; empty: nothing to copy.
 */
export function otherBrowserNote(
  { noCameraTitle, noCameraText, copy, copied }: PageTexts,
  address: string,
): HTMLElement {
  const box = make('section', { className: 'note' });
  box.setAttribute('role', 'status');
  box.append(make('h2', { textContent: noCameraTitle }), make('p', { textContent: noCameraText }));
  if (!address) return box;
  const copying = button(copy, async () => {
    try {
      await navigator.clipboard.writeText(address);
      copying.textContent = copied;
    } catch {
      // There is no clipboard, or the browser refuses it.
      showAddress(copying, address, copy);
    }
  });
  box.append(copying);
  return box;
}

/** Shows the URL to be copied by hand. */
function showAddress(replaced: HTMLElement, address: string, name: string): void {
  const field = make('input', { readOnly: true, value: address });
  field.setAttribute('aria-label', name);
  replaced.replaceWith(field);
  field.focus();
  field.select();
}
