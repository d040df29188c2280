import type { Page } from 'playwright';
import { PATIENCE_MS } from '../../support/patience.ts';

const MAX_STEPS = 5;
const MAX_CHAPTER_SECONDS = 90;

/** A step that came to its end: as the page names its place, and seconds since the tour began. */
interface Done {
  place: string;
  at: number;
}

export interface TourFigures {
  /** Seconds of each chapter, by its title. */
  chapters: Record<string, number>;
  /** `null` where all is as promised. */
  problem: string | null;
}

/** Plays the whole tour, automatically or with one key press per step, offline after loading. */
export async function playTour(page: Page, site: string, way: 'by itself' | 'by keys'): Promise<TourFigures> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site}/tour`);
  await page.locator('[data-state=ready]').waitFor();
  await page.route(
    (url) => url.origin !== site,
    (route) => route.abort(),
  );
  const done: Done[] = [];
  const began = performance.now();
  await page.keyboard.press(way === 'by itself' ? 'p' : 'ArrowRight');
  while (!(await page.locator('[data-end]').isVisible())) {
    const last = done.at(-1)?.place ?? '';
    const place = await nextDone(page, last);
    done.push({ place, at: (performance.now() - began) / 1000 });
    if (way === 'by keys') await page.keyboard.press('ArrowRight');
  }
  return figuresOf(done);
}

/** Waits until a later step is complete. @throws with the message of the page if a step fails. */
async function nextDone(page: Page, last: string): Promise<string> {
  const found = await page.waitForFunction(
    (before) => {
      const root = document.querySelector<HTMLElement>('[data-tour]')!;
      const text = (name: string) => root.querySelector(`[data-${name}]`)!.textContent!;
      const { state } = root.dataset;
      if (state === 'failed') return { failed: text('say'), place: text('place') };
      return state === 'done' && text('place') !== before ? { failed: null, place: text('place') } : null;
    },
    last,
    { timeout: PATIENCE_MS },
  );
  const { failed, place } = (await found.jsonValue())!;
  if (failed) throw new Error(`${place}: ${failed}`);
  return place;
}

function figuresOf(done: Done[]): TourFigures {
  const chapters: Record<string, number> = {};
  const steps: Record<string, number> = {};
  let before = 0;
  for (const { place, at } of done) {
    const title = place.split(',')[0]!;
    chapters[title] = Math.round(((chapters[title] ?? 0) + at - before) * 10) / 10;
    steps[title] = (steps[title] ?? 0) + 1;
    before = at;
  }
  const titles = Object.keys(chapters);
  const long = titles.filter((title) => chapters[title]! > MAX_CHAPTER_SECONDS || steps[title]! > MAX_STEPS);
  const excess = long.map((title) => `${title}, ${steps[title]} steps, ${chapters[title]} s`).join('; ');
  const tooLong = excess ? `too long: ${excess}` : null;
  const problem = titles.length === 7 ? tooLong : `there were ${titles.length} chapters`;
  return { chapters, problem };
}
