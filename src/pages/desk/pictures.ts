import { all, one } from './dom.ts';

export function moveHit(by: number): void {
  const hits = all<HTMLElement>('[data-hit]');
  const at = hits.findIndex((hit) => 'current' in hit.dataset);
  for (const hit of hits) delete hit.dataset['current'];
  const next = hits[Math.min(hits.length - 1, Math.max(0, at + by))];
  if (!next) return;
  next.dataset['current'] = '';
  next.scrollIntoView({ block: 'nearest' });
}

export function handlePictures(): void {
  moveHit(1);
  for (const element of all<HTMLElement>('[data-needs-script]')) element.hidden = false;
  const pair = one<HTMLElement>('[data-pair]');
  const zoom = one<HTMLInputElement>('[data-zoom]');
  zoom?.addEventListener('input', () => pair?.style.setProperty('--zoom', zoom.value));
  const flip = one<HTMLElement>('[data-action="flip"]');
  flip?.addEventListener('click', () => {
    if (!pair) return;
    pair.classList.toggle('other', pair.classList.contains('flipped') && !pair.classList.contains('other'));
    pair.classList.add('flipped');
    flip.setAttribute('aria-pressed', 'true');
  });
  for (const link of all<HTMLAnchorElement>('[data-picture]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const image = pair?.querySelector<HTMLImageElement>('figure:last-child img');
      if (image) image.src = link.href;
      else showAsItCame(link, pair?.querySelector('figure:last-child image'));
    });
  }
  const untouched = one<HTMLElement>('[data-untouched]');
  untouched?.addEventListener('click', () => {
    const isOn = untouched.getAttribute('aria-pressed') !== 'true';
    untouched.setAttribute('aria-pressed', String(isOn));
    for (const image of all<SVGImageElement>('[data-pair] image'))
      image.setAttribute('transform', image.getAttribute(isOn ? 'data-came' : 'data-level') ?? '');
  });
  toggle('[data-grey]', 'grey');
  toggle('[data-blur]', 'blurred');
  addEventListener('blur', () => document.body.classList.add('blurred'));
  addEventListener('focus', () => document.body.classList.remove('blurred'));
}

/** Shows another picture of the strip, not aligned: the eyes are known only for the first ones. */
function showAsItCame(link: HTMLAnchorElement, image: SVGImageElement | null | undefined): void {
  const small = link.querySelector('img');
  if (!small || !image) return;
  const { naturalWidth, naturalHeight } = small;
  const scale = Math.min(300 / naturalWidth, 400 / naturalHeight);
  const [x, y] = [(300 - scale * naturalWidth) / 2, (400 - scale * naturalHeight) / 2];
  const transform = `translate(${x} ${y}) scale(${scale})`;
  for (const [name, value] of Object.entries({
    href: link.href,
    width: String(naturalWidth),
    height: String(naturalHeight),
    transform,
    'data-level': transform,
    'data-came': transform,
  }))
    image.setAttribute(name, value);
}

function toggle(selector: string, name: string): void {
  const button = one<HTMLElement>(selector);
  button?.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(document.body.classList.toggle(name)));
  });
}
