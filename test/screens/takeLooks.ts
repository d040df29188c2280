import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { scenes } from './scenes.ts';
import { visitScenes } from './takeScreens.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Where a token or a part is to be seen; the consent for all others. */
const SEEN_AT: [scene: string, names: RegExp][] = [
  ['details, errors', /color-error|^error$/],
  ['details', /color-field-border/],
  ['submitted', /success|^emblem$/],
  ['live, by hand', /oval-color|oval-width/],
  ['live, guided', /oval|veil|^stage$|^hint$/],
  ['dialog', /backdrop|^dialog$|^close$/],
];
/** Exaggerated token values that make their effect visible. */
const LOUD: [RegExp, string][] = [
  [/color-(accent-soft|sunken|error-soft|success-soft|backdrop|veil)/, '#ffd60a'],
  [/color-(surface|on-accent)/, '#b8f5d0'],
  [/color/, '#e6007e'],
  [/oval-width/, '3'],
  [/border-width|focus-width/, '7px'],
  [/radius/, '32px'],
  [/font-size/, '23px'],
  [/heading-weight/, '300'],
  [/font/, 'monospace'],
  [/shadow/, '0 10px 30px #e6007e'],
  [/space/, '2.2'],
  [/width/, '17em'],
];

/** Movement has no picture, and the way back stands on later screens alone. */
const UNSEEN = /motion|^back$/;

/** Takes a small picture of the effect of each token and part and stores it with the documentation. */
export async function takeLooks(): Promise<void> {
  const { tokens, parts } = JSON.parse(readFileSync(join(ROOT, 'src/widget/looks.json'), 'utf8'));
  const names = [...Object.keys(tokens), ...Object.keys(parts)].filter((name) => !UNSEEN.test(name));
  const backgroundOf = (name: string) => SEEN_AT.find(([, pattern]) => pattern.test(name))?.[0] ?? 'consent';
  const visited = scenes.filter(({ name }) => names.some((look) => backgroundOf(look) === name));
  await visitScenes(visited, async (page, scene) => {
    await page.setViewportSize({ width: 250, height: 350 });
    await page.evaluate(() => document.body.style.setProperty('zoom', '0.5'));
    for (const name of names.filter((look) => backgroundOf(look) === scene.name)) await takeLook(page, name);
  });
}

async function takeLook(page: Page, name: string): Promise<void> {
  const isToken = name.startsWith('--');
  const css = isToken
    ? `idv-verify { ${name}: ${LOUD.find(([pattern]) => pattern.test(name))![1]} }`
    : `idv-verify::part(${name}) { outline: 5px dashed #e6007e !important; outline-offset: 2px }`;
  await page.evaluate(
    ({ sheet, hasFocus, hasLanguages }) => {
      const style = new CSSStyleSheet();
      style.replaceSync(sheet);
      document.adoptedStyleSheets = [style];
      const element = document.querySelector('idv-verify')!;
      element.toggleAttribute('languages', false);
      if (hasLanguages) element.setAttribute('languages', 'en de fr');
      const root = element.shadowRoot!;
      if (hasFocus) root.querySelector<HTMLElement>('summary')?.focus();
      else (root.activeElement as HTMLElement | null)?.blur();
      document.querySelector('video')?.pause();
    },
    { sheet: css, hasFocus: name.includes('focus'), hasLanguages: name === 'languages' },
  );
  const picture = await page.screenshot({ type: 'jpeg', quality: 55, animations: 'disabled' });
  await writeFile(join(ROOT, 'docs', `look-${name.replace('--idv-', '')}.jpg`), picture);
}
