import { fillText } from './fillText.ts';

/**
 * The name of a browser and its system in the language of the page.
 * @param name as the service has it, such as `Chrome on Android`.
 */
export function deviceName(
  tag: string,
  name: string,
  { browserOn, unknownBrowser }: Readonly<Record<'browserOn' | 'unknownBrowser', string>>,
): string {
  const [browser = '', system = ''] = name.split(' on ').map((part) => (UNKNOWN.includes(part) ? '' : part));
  if (browser && system) return fillText(tag, browserOn, { browser, system });
  return browser || system || unknownBrowser;
}

/** What the service writes where a browser does not say which one it is, or of which system. */
const UNKNOWN = ['Browser', 'unknown system'];
