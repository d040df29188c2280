import { expect, test } from 'vitest';
import { keptTimes } from '../../src/widget/locales/keptTimes.ts';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import type { Messages } from '../../src/widget/locales/messages.ts';
import { textsIn } from './support/texts.ts';

const KEYS = ['keptPhotos', 'keptDetails', 'keptEvidence', 'days', 'years', 'atOnce'];
type Tag = (typeof languageTags)[number];

const NOW = Date.parse('2026-11-27T10:00:00Z');
/** A case that is open for a week. */
const expiresAt = '2026-12-04T09:58:00Z';

function timesIn(tag: Tag, retention: Parameters<typeof keptTimes>[1]['retention']): string[] {
  const consent = Object.fromEntries(KEYS.map((key) => [key, textsIn(tag).get(`consent.${key}`)]));
  return keptTimes({ tag, consent } as unknown as Messages, { retention, expiresAt }, NOW);
}

test('each period is a line, and 0 has words of its own', () => {
  expect(timesIn('en', { biometricsDays: 30, detailsDays: 0, evidenceYears: 5 })).toEqual([
    'Photos and measurements: 30 days',
    'Address, email and phone: deleted at once',
    'Name, date of birth, nationality, country of birth, ID number and the result: 5 years',
  ]);
  // Evidence is never deleted before the details, nor before the deadline of the case.
  expect(timesIn('en', { biometricsDays: 1, detailsDays: 90, evidenceYears: 0 }).at(-1)).toContain(
    ': 90 days',
  );
  expect(timesIn('en', { biometricsDays: 0, detailsDays: 0, evidenceYears: 0 })).toEqual([
    'Photos and measurements: deleted at once',
    'Address, email and phone: deleted at once',
    'Name, date of birth, nationality, country of birth, ID number and the result: 7 days',
  ]);
});

test.each([...languageTags])('%s writes days and years in words', (tag) => {
  const times = timesIn(tag, { biometricsDays: 30, detailsDays: 90, evidenceYears: 5 });
  for (const line of times) {
    const [, value] = line.split(/[:：՝፦]/);
    const words = value!.match(/[\p{L}\p{M}]+/gu) ?? [];
    // A sign of Chinese, Japanese and Korean is a word.
    const length = /^(ja|ko|zh)/.test(tag) ? 1 : 2;
    expect(words.join('').length, line).toBeGreaterThanOrEqual(length);
    expect(value, line).not.toMatch(/(?<!\p{L})(d|y|bl)(?!\p{L})/u);
  }
});
