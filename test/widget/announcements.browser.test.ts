import { expect, onTestFinished, test } from 'vitest';
import { createCase, mount } from './support/mount.ts';

interface Spoken {
  text: string;
  /** Milliseconds of the page's clock. */
  at: number;
}

/**
 * Records the announcements of the live region with their times. A repeated announcement differs by an inaudible space.
 */
function listen(root: ShadowRoot): Spoken[] {
  const log: Spoken[] = [];
  const region = root.querySelector('[role=status]')!;
  new MutationObserver(() => {
    const text = region.textContent!.trim();
    if (text) log.push({ text, at: performance.now() });
  }).observe(region, { childList: true, characterData: true, subtree: true });
  return log;
}

/** After the first picture the face engine gets its frame again, like a person who has not yet heard the next step. */
function freezeAfterFirst(element: HTMLElement): () => void {
  const TrueFrame = globalThis.VideoFrame;
  let last: VideoFrame | null = null;
  let isFrozen = false;
  element.addEventListener('idv-frame', (event) => {
    isFrozen ||= (event as CustomEvent<{ accepted: boolean }>).detail.accepted;
  });
  globalThis.VideoFrame = new Proxy(TrueFrame, {
    construct: (frame, args) => {
      if (isFrozen && last) return last.clone();
      const made: VideoFrame = Reflect.construct(frame, args);
      last?.close();
      last = made.clone();
      return made;
    },
  });
  return () => {
    globalThis.VideoFrame = TrueFrame;
    last?.close();
  };
}

test('announces a guided capture: each text has three seconds, and the next photo is named', async () => {
  const { session } = await createCase({ due: ['selfie'], steps: ['center', 'turn_left', 'look_up'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  const log = listen(widget.root);
  const move = freezeAfterFirst(widget.element);
  onTestFinished(move);
  const texts = () => log.map(({ text }) => text);
  const known = [
    'Perfect, stay like that',
    'Got it. Photo 2 of 3. Turn your head to your left',
    'Got it. Photo 3 of 3. Raise your chin a little',
  ];
  widget.choose('Use the test face');
  // Announced, then repeated.
  await expect.poll(texts).toContain('Turn your head to your left');
  const at = texts().indexOf(known[1]!);
  expect(texts().slice(at, at + 2)).toEqual([known[1], 'Turn your head to your left']);
  move();
  await expect.poll(widget.heading).toContain('Are these photos clear');
  // The previous instruction is not announced during the review of the pictures.
  expect(widget.find('[role=status]')!.textContent).toBe('');
  const pauses = log.slice(1).map(({ at }, index) => at - log[index]!.at);
  for (const pause of pauses) expect(pause).toBeGreaterThan(2900);
  const hints = /^(Bring|Come|Move|Hold|Look|More|A little|Turn|Raise|Another way)/;
  expect(texts().filter((text) => !known.includes(text) && !hints.test(text))).toEqual([]);
});

test('without a face the hint is repeated every five seconds', async () => {
  const { session } = await createCase({ due: ['selfie'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  const log = listen(widget.root);
  widget.press();
  const repeats = () => log.filter(({ text }) => text === 'Bring your face into the oval');
  await expect.poll(() => repeats().length).toBeGreaterThan(1);
  expect(repeats()[1]!.at - repeats()[0]!.at).toBeGreaterThan(4900);
  // The region existed before: many screen readers miss text inserted together with its region.
  expect(log[0]!.text).toBe('If your browser asks for the camera, choose “Allow”.');
});

test('a press gives expiring pictures more time and keeps them unchanged', async () => {
  const { session, log } = await createCase({ due: ['selfie'], challengeSeconds: 62 });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  const canvas = new OffscreenCanvas(600, 600);
  canvas.getContext('2d')!.fillRect(0, 0, 600, 600);
  const files = new DataTransfer();
  files.items.add(new File([await canvas.convertToBlob()], 'me.png', { type: 'image/png' }));
  const input = widget.find<HTMLInputElement>('input[type=file]')!;
  input.files = files.files;
  input.dispatchEvent(new Event('change'));
  await widget.sees('Are these photos clear');
  await expect.poll(() => widget.text()).toContain('These photos expire soon.');
  widget.choose('More time');
  await expect.poll(async () => log()).toContain('POST extend');
  await expect.poll(() => widget.text()).not.toContain('These photos expire soon.');
  widget.press();
  await widget.sees('All done');
});

test('a picture is labelled with its content and state', async () => {
  const { session } = await createCase({ due: ['selfie'], steps: ['center', 'look_up'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  widget.choose('Use the test face');
  await expect.poll(widget.heading).toContain('Are these photos clear');
  const names = [...widget.root.querySelectorAll('.pictures canvas')].map((canvas) =>
    canvas.getAttribute('aria-label'),
  );
  expect(names).toEqual([
    'Photo 1 of 2: straight ahead – Looks good.',
    'Photo 2 of 2: chin up – Looks good.',
  ]);
});

test('tones are optional, and their button reports its state', async () => {
  const { session } = await createCase({ due: ['selfie'] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  const button = () =>
    [...widget.root.querySelectorAll('button')].find(({ ariaPressed }) => ariaPressed !== null)!;
  expect(button().textContent).toContain('Sound signals');
  expect(button().ariaPressed).toBe('false');
  button().click();
  await expect.poll(() => button().ariaPressed).toBe('true');
  button().click();
  await expect.poll(() => button().ariaPressed).toBe('false');
});
