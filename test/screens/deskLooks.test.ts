import axeCore from 'axe-core';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { visitDesk } from './visitDesk.ts';

/** In the page. */
declare const axe: typeof axeCore;

/** Every width once, the narrowest as 1280 pixels at 400 %; axe is asked in the first and the last. */
const LOOKS = [
  { width: 320, height: 256, colorScheme: 'light', forcedColors: 'none' },
  { width: 360, height: 740, colorScheme: 'light', forcedColors: 'active' },
  { width: 768, height: 900, colorScheme: 'light', forcedColors: 'none' },
  { width: 1280, height: 900, colorScheme: 'dark', forcedColors: 'none' },
] as const;

test('every page of the desk is accessible at every width', async () => {
  const faults: string[] = [];
  const seen: string[] = [];
  await visitDesk(
    async (page, name) => {
      seen.push(name);
      await page.waitForLoadState('load');
      for (const [index, { width, height, ...media }] of LOOKS.entries()) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia(media);
        for (const fault of await page.evaluate(tooWide)) faults.push(`${name}, ${width}: ${fault}`);
        if (index === 0 || index === LOOKS.length - 1)
          for (const fault of await violations(page)) faults.push(`${name}, ${width}: ${fault}`);
      }
      await page.emulateMedia({ colorScheme: null, forcedColors: null });
    },
    { template: inject('embeddedTemplate') },
  );
  expect(faults).toEqual([]);
  expect(seen.length).toBeGreaterThan(18);
});

async function violations(page: Page): Promise<string[]> {
  // Runs once per document and returns the violations only. There are no frames whose results must be joined.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  return await page.evaluate(async () => {
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
  });
}

/** Elements that are cut off or make the page scroll sideways, and controls that are too small (WCAG 2.5.8). */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const shown = [...document.querySelectorAll<HTMLElement>('body *:not(option, tspan, svg *)')].filter(
    (element) => element.checkVisibility() && !element.closest('thead'),
  );
  const say = (element: Element) => element.outerHTML.slice(0, 80);
  const beyond = shown.filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
  const small = shown
    .filter((element) => element.matches('button, select, input, summary, nav a'))
    .filter(
      (element) => element.getBoundingClientRect().height < (element.matches('[type=range]') ? 15 : 20),
    );
  return [
    ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
    ...beyond.slice(0, 3).map((element) => `beyond the edge: ${say(element)}`),
    ...small.map((element) => `small: ${say(element)}`),
  ];
}
