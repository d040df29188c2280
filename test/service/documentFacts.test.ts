import { expect, test } from 'vitest';
import type { DocumentEvidence } from '../../src/service/desk/documentEvidence.ts';
import { documentFacts } from '../../src/service/desk/pages/documentFacts.ts';
import { nothingChecked } from '../../src/service/documents/viewDocument.ts';

type Check = DocumentEvidence['check'];
interface Change extends Partial<Omit<Check, 'checks' | 'signals'>> {
  checks?: Partial<Check['checks']>;
  signals?: Partial<Check['signals']>;
}

/** The facts of a document in one text. */
function said({ checks, signals, ...change }: Change, expiresOn: string | null = null): string {
  const check = {
    status: 'read',
    source: 'camera',
    sides: ['front'],
    reasons: [],
    ...change,
    checks: { ...nothingChecked, expiry: 'valid', portrait: 'usable', ...checks },
    signals: { lineSpacing: null, isColourless: null, trailAgrees: true, seenBefore: null, ...signals },
  } as unknown as Check;
  const fields = { familyName: null, givenName: null, dateOfBirth: null, number: null, issuingState: null };
  const transcriptions = expiresOn
    ? [{ isOwn: true, reviewer: 'rev_1', at: new Date(0), fields: { ...fields, expiresOn } }]
    : [];
  const nothing = { details: null, pictures: [], chosen: null, draft: null, lines: null, wasReplayed: false };
  const evidence = { check, transcriptions, ...nothing };
  return documentFacts(evidence, new Date('2026-11-29T08:00:00Z')).join(' ');
}

const FILM = 'only the large pictures stand for it';

test.each<[what: string, change: Change, text: string, isSaid: boolean]>([
  ['no small picture shows the document', { signals: { trailAgrees: null } }, FILM, true],
  ['small pictures show it', {}, 'show the same number or portrait', true],
  ['small pictures show another', { signals: { trailAgrees: false } }, FILM, false],
  ['files, which have none', { source: 'upload', signals: { trailAgrees: null } }, FILM, false],
  ['lines too far apart', { signals: { lineSpacing: 3.1 } }, 'stand 3.1 character widths apart', true],
  ['lines as on specimens', { signals: { lineSpacing: 2.1 } }, 'character widths apart', false],
  ['nothing was examined', { reasons: ['check_failed'], signals: { trailAgrees: null } }, FILM, false],
  ['the expiry is unknown', { checks: { expiry: 'unknown' } }, 'Whether it has expired is not known', true],
  ['the expiry is known', {}, 'Whether it has expired is not known', false],
  [
    'a card of which one side was read',
    { sides: ['front', 'back'] },
    'Front and back were not compared',
    true,
  ],
  ['one page', {}, 'Its printed text was not compared', true],
  ['one page without lines', { status: 'captured' }, 'Its printed text was not compared', false],
  ['sides that agree', { checks: { sides: 'agree' } }, 'What was read of its sides agrees', true],
  ['sides that differ', { sides: ['front', 'back'], checks: { sides: 'differ' } }, 'not compared', false],
])('%s', (_, change, text, isSaid) => {
  expect(said(change).includes(text)).toBe(isSaid);
});

test.each([
  ['2026-11-28', true],
  ['2026-11-29', false],
  ['2026-10', true],
  ['2026-11', false],
  ['2025', true],
  ['2026', false],
  ['2031-01-01', false],
])('an expiry that a reviewer typed as %s has passed: %s', (typed, isOver) => {
  const text = said({ status: 'captured', checks: { expiry: 'unknown' } }, typed);
  expect(text.includes('By the date that a reviewer typed it has expired')).toBe(isOver);
});
