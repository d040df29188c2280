import type { LaunchOptions } from 'playwright';
import { chromiumArgs, chromiumPath } from './chromium.ts';

/** Which browser the tests run in, and how it starts. */
export interface Engine {
  browser: 'chromium' | 'firefox';
  launchOptions: LaunchOptions;
}

/**
 * The browser named by `IDV_ENGINE`, by default Chromium. Firefox is the system's (`FIREFOX_PATH`, by default
 * Debian's), driven by WebDriver BiDi; its camera shows its built-in test picture, because it plays no film.
 * @param film the film of Chromium's camera; by default its built-in test picture.
 */
export async function engine(film?: string): Promise<Engine> {
  if (process.env['IDV_ENGINE'] === 'firefox') return { browser: 'firefox', launchOptions: firefoxOptions() };
  const executablePath = await chromiumPath();
  const args = [
    ...chromiumArgs,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    ...(film ? [`--use-file-for-fake-video-capture=${film}`] : []),
  ];
  return { browser: 'chromium', launchOptions: { ...(executablePath && { executablePath }), args } };
}

function firefoxOptions(): LaunchOptions {
  return {
    channel: 'moz-firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
    },
  };
}
