import type { LaunchOptions } from 'playwright';
import { cameraArgs, chromiumOptions } from './chromium.ts';

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
  return { browser: 'chromium', launchOptions: await chromiumOptions(cameraArgs({ ...(film && { film }) })) };
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
