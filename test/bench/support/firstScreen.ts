import type { Browser } from 'playwright';

/** 1.6 Mbit/s down, 150 ms to the first byte, a processor four times as slow. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750, offline: false };
const CPU = 4;

/**
 * Milliseconds from the navigation until an element has text on a page, in a new context (nothing cached) on a slow line, and
 * the bytes of the bodies that had arrived by then, as they came over the line.
 * @param selector looked for in the document and in the shadow tree of the first custom element.
 */
export async function firstScreen(
  browser: Browser,
  url: string,
  selector: string,
): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await page.goto(url, { waitUntil: 'commit' });
    const handle = await page.waitForFunction((selector) => {
      const host = document.querySelector('idv-verify, bench-floor');
      const found = host?.shadowRoot?.querySelector(selector);
      if (!found?.textContent?.trim()) return null;
      const ms = Math.round(performance.now());
      const bodies = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ];
      const arrived = (bodies as PerformanceResourceTiming[]).filter(({ responseEnd }) => responseEnd > 0);
      return { ms, bytes: arrived.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
    }, selector);
    return (await handle.jsonValue())!;
  } finally {
    await context.close();
  }
}
