/** Opens a dialog over the page, unless it is open already. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.matches(':modal')) return;
  // A dialog that was moved within the page has the attribute `open`, but is closed.
  dialog.removeAttribute('open');
  dialog.showModal();
}
