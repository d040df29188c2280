import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The rules of axe that a page breaks, its frames of the same origin included. The usual mode of the builder opens
 * another page to join the results of frames of other origins, which takes as long again; no page here has such a frame.
 * @param part a selector, to judge this part alone
 * @returns the rules, each with the elements that break it
 */
export async function axeFaults(page: Page, part?: string): Promise<[rule: string, elements: string[]][]> {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (part ? builder.include(part) : builder).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
