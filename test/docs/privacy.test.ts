import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captureForm } from '../../src/client/captureForm.ts';
import { caseCalls } from '../../src/contract/caseCalls.ts';
import { GiveConsent } from '../../src/contract/consent.ts';
import { credentialCalls } from '../../src/contract/credentialCalls.ts';
import { handoffCalls } from '../../src/contract/handoffCalls.ts';
import { PersonalDetails } from '../../src/contract/personalDetails.ts';
import { selfieCalls } from '../../src/contract/selfieCalls.ts';

const SOURCES = join(import.meta.dirname, '../../src/widget');
const ledger = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
const missing = (names: Iterable<string>) => [...names].filter((name) => !ledger.includes(`\`${name}\``));

test('the ledger lists every call that the page can make', () => {
  const calls = Object.values({ ...caseCalls, ...selfieCalls, ...handoffCalls, ...credentialCalls });
  expect(missing(calls.map(({ method, path }) => `${method} /v1${path}`))).toEqual([]);
});

test('the ledger lists every field that the page can send', () => {
  const form = captureForm({
    nonce: 'n',
    steps: ['center'],
    frames: [new Blob()],
    trail: [new Blob()],
    trailTimes: [0],
    times: [0],
    cameraLabel: 'Camera',
  });
  const fields = [
    ...form.keys(),
    ...Object.keys(GiveConsent.shape),
    ...Object.keys(PersonalDetails.shape),
    'caseId',
  ];
  expect(fields.length).toBeGreaterThan(20);
  expect(missing(fields)).toEqual([]);
});

test('the ledger lists every browser storage that the page uses', () => {
  const used = new Set<string>();
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const source of sources)
    for (const [name] of readFileSync(join(SOURCES, source), 'utf8').matchAll(
      /\b(localStorage|sessionStorage|indexedDB|document\.cookie|caches)\b/g,
    ))
      used.add(name);
  expect([...used].sort()).toEqual(['indexedDB', 'sessionStorage']);
  expect(ledger).toMatch(/`sessionStorage`[\s\S]*`IndexedDB`/);
});
