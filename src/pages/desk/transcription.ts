import { all, one } from './dom.ts';

const inputs = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=hidden])'),
];
const boxOf = (input: HTMLElement) =>
  input.closest('.transcribed')?.querySelector<HTMLInputElement>('input[type=checkbox]');

/** The form of a document that no machine could read: Enter goes on, and in an empty field says that it can't be read. */
export function handleTranscription(): void {
  document.addEventListener('keydown', (event) => {
    const input = event.target as HTMLInputElement;
    const form = input.form;
    if (event.key !== 'Enter' || event.isComposing || !form || !('transcribe' in form.dataset)) return;
    const fields = inputs(form);
    const at = fields.indexOf(input);
    if (at < 0) return;
    event.preventDefault();
    const box = boxOf(input);
    if (box && !input.value.trim()) box.checked = true;
    const next = fields.slice(at + 1).find((field) => !field.value);
    if (next) next.focus();
    else form.requestSubmit();
  });
  document.addEventListener('input', ({ target }) => {
    const input = target as HTMLInputElement;
    if (!input.form || !('transcribe' in input.form.dataset)) return;
    const text = input.closest('.transcribed')?.querySelector<HTMLInputElement>('input:not([type=checkbox])');
    // What is typed can be read.
    if (input.type !== 'checkbox') {
      const box = boxOf(input);
      if (box && input.value) box.checked = false;
    } else if (input.checked && text) text.value = '';
  });
  document.addEventListener('input', ({ target }) => {
    const range = target as HTMLInputElement;
    if ('pageZoom' in range.dataset) zoomTo(Number(range.value));
  });
  document.addEventListener('click', zoomAt);
}

function zoomTo(zoom: number): void {
  one<HTMLElement>('[data-pages]')?.style.setProperty('--page-zoom', String(zoom));
  const range = one<HTMLInputElement>('[data-page-zoom]');
  if (range) range.value = String(zoom);
}

/** A click in a picture enlarges what was clicked, and a second one shows the whole again. */
function zoomAt(event: MouseEvent): void {
  const picture = event.target as HTMLElement;
  const page = picture.closest<HTMLElement>('[data-pages] .page');
  if (!page || picture.tagName !== 'IMG') return;
  const place = picture.getBoundingClientRect();
  const [x, y] = [(event.clientX - place.left) / place.width, (event.clientY - place.top) / place.height];
  const isWhole = Number(one<HTMLInputElement>('[data-page-zoom]')?.value ?? 1) > 1;
  zoomTo(isWhole ? 1 : 2.5);
  const after = picture.getBoundingClientRect();
  page.scrollTo(x * after.width - page.clientWidth / 2, y * after.height - page.clientHeight / 2);
}

/** Puts the cursor into the first field of a form that was just shown. @returns whether there is one. */
export function startTranscription(): boolean {
  const [form] = all<HTMLFormElement>('[data-transcribe]');
  const first = form && inputs(form)[0];
  first?.focus();
  return first !== undefined;
}
