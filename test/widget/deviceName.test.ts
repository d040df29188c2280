import { expect, test } from 'vitest';
import { browserName } from '../../src/service/handoffs/browserName.ts';
import { deviceName } from '../../src/widget/locales/deviceName.ts';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { textsIn } from './support/texts.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const nameIn = (tag: (typeof languageTags)[number], userAgent: string) => {
  const text = (key: string) => textsIn(tag).get(`handoff.${key}`) as string;
  const texts = { browserOn: text('browserOn'), unknownBrowser: text('unknownBrowser') };
  return deviceName(tag, browserName(userAgent), texts);
};

test('a browser and its system are named by the pattern of the language', () => {
  expect(nameIn('en', CHROME)).toBe('Chrome on Android');
  expect(nameIn('de', CHROME)).toBe('Chrome auf Android');
  expect(nameIn('ja', CHROME)).toBe('AndroidのChrome');
  expect(nameIn('cs', CHROME)).toBe('Chrome (Android)');
});

test.each([...languageTags])('%s leaves no English of a browser that is not known', (tag) => {
  const unknown = nameIn(tag, 'curl/8');
  expect(unknown).toBe(textsIn(tag).get('handoff.unknownBrowser'));
  expect(nameIn(tag, 'Something on Windows NT')).toBe('Windows');
  expect(nameIn(tag, 'Firefox/140')).toBe('Firefox');
});
