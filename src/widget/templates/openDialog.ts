/** Opens a dialog over the page, unless it is open there. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.matches(':modal')) return;
  // Moved within the page, it still says that it is open, but isn't.
  dialog.removeAttribute('open');
  dialog.showModal();
}
