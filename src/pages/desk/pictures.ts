import { all, one, toast } from './dom.ts';

/** Width and height of the frame of each side, in units of its SVG. */
const FRAME = { width: 300, height: 400 };

/** What both sides show: one zoom and place for both. */
const view = { zoom: 1, x: FRAME.width / 2, y: FRAME.height / 2 };

/** The pictures side by side: each side chosen, zoom and place linked, flip and overlay that end. */
export function handlePictures(): void {
  for (const element of all<HTMLElement>('[data-needs-script]')) element.hidden = false;
  for (const element of all<HTMLElement>('[data-without-script]')) element.hidden = true;
  blurWithFocus();
  const viewer = one<HTMLElement>('[data-viewer]');
  if (!viewer) return;
  for (const choose of choosers()) choose.addEventListener('change', () => showChosen());
  showChosen({ isQuiet: true });
  for (const link of all<HTMLAnchorElement>('[data-picture]')) link.addEventListener('click', chooseByClick);
  addTools(viewer);
  move(viewer);
}

/** Pictures are blurred while the window has no focus. */
function blurWithFocus(): void {
  addEventListener('blur', () => document.body.classList.add('blurred'));
  addEventListener('focus', () => document.body.classList.remove('blurred'));
}

const choosers = () => all<HTMLSelectElement>('[data-choose]');
const sideOf = (element: Element) => element.closest<HTMLElement>('[data-side]')!;

/** A click in the strip shows the reference on the left, and any other picture on the right. */
function chooseByClick(event: Event): void {
  const link = event.currentTarget as HTMLAnchorElement;
  const sides = choosers();
  const path = new URL(link.href).pathname;
  const isReference = path.endsWith('/reference');
  const choose = (isReference ? sides[0] : sides.at(-1)) ?? null;
  if (!choose) return;
  event.preventDefault();
  const other = sides.find((one) => one !== choose && one.value === path);
  const name = link.dataset['picture'] ?? '';
  if (other) toast(`${name} is on the other side already.`);
  else show(choose, path, name);
  choose.closest('[data-viewer]')?.scrollIntoView({ block: 'nearest' });
}

/** Shows a picture on one side, also one that is no step, such as a motion frame. */
export function show(choose: HTMLSelectElement, path: string, label: string): void {
  const isKnown = [...choose.options].some((option) => option.value === path);
  if (!isKnown) {
    // One place for all motion frames.
    const motion = [...choose.options].find(({ dataset }) => 'motion' in dataset) ?? new Option();
    Object.assign(motion, { text: label, value: path });
    motion.dataset['motion'] = '';
    choose.add(motion);
  }
  choose.value = path;
  showChosen();
}

/** Shows what was chosen on both sides. What one side shows cannot be chosen for the other. */
function showChosen({ isQuiet = false } = {}): void {
  const sides = choosers();
  for (const choose of sides) {
    for (const option of choose.options)
      option.disabled = sides.some((other) => other !== choose && other.value === option.value);
    draw(choose);
  }
  if (!isQuiet) say(sides.map((choose) => choose.selectedOptions[0]?.text ?? '').join(' beside '));
}

interface Placed {
  width: number;
  height: number;
  transform: string;
  untouched: string;
}

function draw(choose: HTMLSelectElement): void {
  const [option] = choose.selectedOptions;
  const svg = sideOf(choose).querySelector('svg');
  const image = svg?.querySelector('image');
  if (!option || !svg || !image) return;
  svg.setAttribute('aria-label', option.text);
  const isMotion = 'motion' in option.dataset;
  svg.toggleAttribute('hidden', isMotion);
  drawMotion(sideOf(choose), isMotion ? option : null);
  if (isMotion) return;
  const placed = JSON.parse(option.dataset['placed'] || 'null') as Placed | null;
  const values: Record<string, string> = placed
    ? {
        width: String(placed.width),
        height: String(placed.height),
        transform: isOn('originals') ? placed.untouched : placed.transform,
      }
    : { width: String(FRAME.width), height: String(FRAME.height), transform: '' };
  // The old picture must not stand under the new name.
  if (image.getAttribute('href') !== option.value) image.setAttribute('href', option.value);
  for (const [name, value] of Object.entries(values)) image.setAttribute(name, value);
}

/** A motion frame, from the picture that the page has loaded already. */
function drawMotion(side: HTMLElement, option: HTMLOptionElement | null): void {
  const canvas = side.querySelector('canvas') ?? document.createElement('canvas');
  canvas.hidden = option === null;
  const small = option && one<HTMLImageElement>(`[data-trail][href="${option.value}"] img`);
  if (!small) return;
  if (!canvas.isConnected) side.prepend(canvas);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', option.text);
  Object.assign(canvas, { width: small.naturalWidth, height: small.naturalHeight });
  canvas.getContext('2d')?.drawImage(small, 0, 0);
}

const tool = <Kind extends HTMLElement>(name: string) => one<Kind>(`[data-tool="${name}"]`);
const isOn = (name: string) => tool(name)?.getAttribute('aria-pressed') === 'true';

function press(name: string, { on }: { on: boolean }): void {
  tool(name)?.setAttribute('aria-pressed', String(on));
}

function say(text: string): void {
  const status = one<HTMLElement>('[data-shown]');
  if (status) status.textContent = text;
}

function addTools(viewer: HTMLElement): void {
  const pair = one<HTMLElement>('[data-pair]')!;
  const onPress = (name: string, act: () => void) =>
    tool(name)?.addEventListener('click', () => {
      press(name, { on: !isOn(name) });
      act();
    });
  for (const name of ['contrast', 'brightness', 'share'])
    tool<HTMLInputElement>(name)?.addEventListener('input', (event) =>
      pair.style.setProperty(`--${name}`, (event.target as HTMLInputElement).value),
    );
  tool<HTMLInputElement>('zoom')?.addEventListener('input', (event) => {
    view.zoom = Number((event.target as HTMLInputElement).value);
    place();
  });
  tool('flip')?.addEventListener('click', () => flip(pair));
  onPress('overlay', () => {
    const on = isOn('overlay');
    endFlip(pair);
    pair.classList.toggle('over', on);
    one<HTMLElement>('[data-share]')!.hidden = !on;
    say(on ? 'The right picture lies over the left one.' : 'Side by side.');
  });
  onPress('mirror', () =>
    all('[data-side="right"] [data-mirror]')[0]?.setAttribute(
      'transform',
      isOn('mirror') ? `translate(${FRAME.width} 0) scale(-1 1)` : '',
    ),
  );
  onPress('originals', () => showChosen());
  onPress('grey', () => document.body.classList.toggle('grey', isOn('grey')));
  onPress('blur', () => document.body.classList.toggle('blurred', isOn('blur')));
  press('grey', { on: document.body.classList.contains('grey') });
  tool('screen')?.addEventListener('click', () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void viewer.requestFullscreen();
  });
  tool('reset')?.addEventListener('click', () => reset(pair));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') endFlip(pair);
  });
}

/** The first press shows the right picture alone, the second the left one, the third both again. */
function flip(pair: HTMLElement): void {
  const sides = choosers().map((choose) => choose.selectedOptions[0]?.text ?? '');
  if (isOn('overlay')) tool('overlay')!.click();
  if (!pair.classList.contains('flipped')) {
    pair.classList.add('flipped', 'other');
    say(`Right alone: ${sides[1] ?? ''}. Press again for the left one.`);
  } else if (pair.classList.contains('other')) {
    pair.classList.remove('other');
    say(`Left alone: ${sides[0] ?? ''}. Press again for both.`);
  } else endFlip(pair);
  press('flip', { on: pair.classList.contains('flipped') });
}

function endFlip(pair: HTMLElement): void {
  if (!pair.classList.contains('flipped')) return;
  pair.classList.remove('flipped', 'other');
  press('flip', { on: false });
  say('Side by side.');
}

function reset(pair: HTMLElement): void {
  Object.assign(view, { zoom: 1, x: FRAME.width / 2, y: FRAME.height / 2 });
  for (const [name, value] of Object.entries({ zoom: 1, contrast: 1, brightness: 1, share: 0.5 })) {
    const input = tool<HTMLInputElement>(name);
    if (input) input.value = String(value);
    pair.style.removeProperty(`--${name}`);
  }
  endFlip(pair);
  for (const name of ['overlay', 'mirror', 'originals']) if (isOn(name)) tool(name)!.click();
  place();
  say('Side by side, as at the beginning.');
}

/** Puts the part that is shown into both sides, and keeps it within the frame. */
function place(): void {
  const { zoom } = view;
  const [width, height] = [FRAME.width / zoom, FRAME.height / zoom];
  view.x = Math.min(FRAME.width - width / 2, Math.max(width / 2, view.x));
  view.y = Math.min(FRAME.height - height / 2, Math.max(height / 2, view.y));
  for (const svg of all('[data-pair] svg'))
    svg.setAttribute('viewBox', `${view.x - width / 2} ${view.y - height / 2} ${width} ${height}`);
}

const STEP = 24;
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Moves both pictures by dragging or with the arrows, and zooms them with the wheel. */
function move(viewer: HTMLElement): void {
  for (const svg of all<SVGSVGElement>('[data-pair] svg')) {
    svg.setAttribute('tabindex', '0');
    svg.addEventListener('pointerdown', (event) => {
      if (view.zoom === 1) return;
      event.preventDefault();
      svg.focus();
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener('pointermove', (event) => {
      if (!svg.hasPointerCapture(event.pointerId)) return;
      const scale = FRAME.width / view.zoom / svg.clientWidth;
      view.x -= event.movementX * scale;
      view.y -= event.movementY * scale;
      place();
    });
    svg.addEventListener('keydown', (event) => {
      const by = ARROWS[event.key];
      if (!by || view.zoom === 1) return;
      event.preventDefault();
      view.x += by[0] / view.zoom;
      view.y += by[1] / view.zoom;
      place();
    });
  }
  viewer.addEventListener(
    'wheel',
    (event) => {
      if (!(event.ctrlKey || document.fullscreenElement) || !(event.target as Element).closest('svg')) return;
      event.preventDefault();
      const zoom = tool<HTMLInputElement>('zoom')!;
      zoom.value = String(Number(zoom.value) * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
      view.zoom = Number(zoom.value);
      place();
    },
    { passive: false },
  );
}
