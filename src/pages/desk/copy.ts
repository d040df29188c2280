import { toast } from './dom.ts';

/** Copies the text of a button, such as an id. */
export function copyByButton(): void {
  document.addEventListener('click', async (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    if (!button) return;
    const isDone = await navigator.clipboard.writeText(button.dataset['copy']!).then(
      () => true,
      () => false,
    );
    toast(isDone ? 'Copied.' : 'The browser does not allow copying. Select the text.');
  });
}
