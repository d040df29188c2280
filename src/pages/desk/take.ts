import { all, one } from './dom.ts';
import { show } from './pictures.ts';

/** Plays the motion frames on the right, at the times at which they were taken. */
export function playTake(): void {
  const take = one<HTMLDetailsElement>('[data-take]');
  const play = one<HTMLElement>('[data-play]');
  const range = one<HTMLInputElement>('[data-frame]');
  const right = all<HTMLSelectElement>('[data-choose]').at(-1);
  if (!take || !play || !range || !right) return;
  const links = all<HTMLAnchorElement>('[data-trail]');
  const times = links.map(({ dataset }) => Number(dataset['trail']));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showFrame = (n: number) => {
    range.value = String(n);
    const link = links[n]!;
    show(right, new URL(link.href).pathname, link.dataset['picture'] ?? '');
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    play.setAttribute('aria-pressed', 'false');
  };
  const step = (n: number) => {
    showFrame(n);
    if (n + 1 >= links.length) return stop();
    timer = setTimeout(() => step(n + 1), times[n + 1]! - times[n]!);
  };
  const loaded = () =>
    Promise.all(
      links.map((link) => {
        const image = link.querySelector('img')!;
        image.loading = 'eager';
        // A picture that does not load leaves a gap in the film, with its place and text.
        return image.decode().catch(() => null);
      }),
    );
  play.addEventListener('click', async () => {
    if (timer) return stop();
    play.setAttribute('aria-pressed', 'true');
    await loaded();
    const from = Number(range.value);
    step(from + 1 >= links.length ? 0 : from);
  });
  range.addEventListener('input', async () => {
    stop();
    await loaded();
    showFrame(Number(range.value));
  });
}
