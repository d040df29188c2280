import { expect, test } from 'vitest';
import { decideOutcome, type OutcomeInput } from '../../../src/service/cases/outcome.ts';
import { passedFacts } from '../../support/passedFacts.ts';

test.each<[string, Partial<OutcomeInput>, string, string[]]>([
  ['all passed', {}, 'approved', []],
  [
    'under age, before any face',
    { details: 'under_age', selfie: 'none', aml: 'none' },
    'declined',
    ['under_minimum_age'],
  ],
  ['a document that was read', { document: 'read' }, 'approved', []],
  ['a document in the queue', { document: 'processing' }, 'processing', []],
  [
    'a document that no machine reads',
    { document: 'captured', documentReason: 'document_captured' },
    'in_review',
    ['document_captured'],
  ],
  [
    'an unreadable document, attempts left',
    { document: 'unreadable', documentReason: 'document_unreadable', isDocumentOpen: true },
    'requires_input',
    [],
  ],
  [
    'an unreadable document, none left',
    { document: 'unreadable', documentReason: 'document_unreadable' },
    'in_review',
    ['document_unreadable'],
  ],
  ['no document', { document: 'missing' }, 'in_review', ['document_missing']],
  [
    'details that differ from the document',
    { document: 'doubtful', documentReason: 'document_details_differ' },
    'in_review',
    ['document_details_differ'],
  ],
  [
    'an expired document',
    { document: 'expired', documentReason: 'document_expired' },
    'in_review',
    ['document_expired'],
  ],
  [
    'an expired document, by a policy that declines it',
    { document: 'expired', documentReason: 'document_expired', documentExpired: 'decline' },
    'declined',
    ['document_expired'],
  ],
  [
    'a face unlike the portrait of a document',
    { selfie: 'no_match', attemptsLeft: 0, reference: 'document' },
    'in_review',
    ['selfie_face_mismatch'],
  ],
  [
    'a face that could not be told from the portrait of a document, in test mode',
    {
      mode: 'test',
      selfie: 'not_performed',
      selfieReason: 'selfie_reference_undecided',
      reference: 'document',
    },
    'in_review',
    ['selfie_reference_undecided'],
  ],
  ['under age, and spoofed', { details: 'under_age', selfie: 'spoof' }, 'declined', ['under_minimum_age']],
  [
    'spoof',
    { selfie: 'spoof', selfieReason: 'selfie_spoof_suspected' },
    'in_review',
    ['selfie_spoof_suspected'],
  ],
  [
    'spoof that the customer declines',
    { selfie: 'spoof', selfieReason: 'selfie_different_faces', onSpoof: 'decline' },
    'declined',
    ['selfie_different_faces'],
  ],
  ['a required credential that nobody gave', { credential: 'missing' }, 'in_review', ['credential_missing']],
  [
    'a revoked credential',
    { credential: 'doubtful', credentialReason: 'credential_revoked' },
    'in_review',
    ['credential_revoked'],
  ],
  ...(
    [
      'credential_status_unknown',
      'credential_portrait_unusable',
      'details_conflict',
      'credential_refused',
    ] as const
  ).map((credentialReason): [string, Partial<OutcomeInput>, string, string[]] => [
    `a credential to look at: ${credentialReason}`,
    { credential: credentialReason === 'credential_refused' ? 'refused' : 'doubtful', credentialReason },
    'in_review',
    [credentialReason],
  ]),
  ['a status that may still come', { credential: 'doubtful', revocationPending: true }, 'processing', []],
  [
    'a refused credential, and another face',
    { credential: 'refused', selfie: 'no_match' },
    'requires_input',
    [],
  ],
  ['a proven credential', { credential: 'verified' }, 'approved', []],
  ['retry, attempts left', { selfie: 'retry' }, 'requires_input', []],
  ['another face, attempts left', { selfie: 'no_match' }, 'requires_input', []],
  ['another face, none left', { selfie: 'no_match', attemptsLeft: 0 }, 'declined', ['selfie_face_mismatch']],
  ['retry, none left', { selfie: 'retry', attemptsLeft: 0 }, 'in_review', ['attempts_exhausted']],
  ['no engine in live mode', { selfie: 'not_performed' }, 'in_review', ['engine_unavailable']],
  [
    'a skipped challenge in live mode',
    { selfie: 'not_performed', selfieReason: 'selfie_challenge_skipped', aml: 'possible' },
    'in_review',
    ['selfie_challenge_skipped'],
  ],
  [
    'a fault of the service in test mode',
    { selfie: 'not_performed', selfieReason: 'check_failed', mode: 'test' },
    'in_review',
    ['check_failed'],
  ],
  [
    'a picture that the store lost in test mode',
    { selfie: 'not_performed', selfieReason: 'pictures_lost', mode: 'test' },
    'in_review',
    ['pictures_lost'],
  ],
  ['no engine in test mode', { selfie: 'not_performed', mode: 'test' }, 'approved', ['test_mode']],
  ['a hit', { aml: 'possible' }, 'in_review', ['aml_possible_match']],
  [
    'a hit, no engine, test mode',
    { aml: 'possible', selfie: 'not_performed', mode: 'test' },
    'in_review',
    ['aml_possible_match'],
  ],
  ['screening down', { aml: 'unavailable' }, 'processing', []],
  ['screening down for good', { aml: 'unavailable', amlGivenUp: true }, 'in_review', ['aml_unavailable']],
  ['screening still to come', { aml: 'none' }, 'processing', []],
  ['selfie still to come', { selfie: 'none' }, 'processing', []],
  ['what no row foresees', { details: 'none' }, 'in_review', ['review_required']],
])('%s', (_, change, status, reasons) => {
  expect(decideOutcome({ ...passedFacts, ...change })).toEqual({ status, reasons });
});

test('live mode approves only a passed selfie with good details and a clear screening', () => {
  const approved: OutcomeInput[] = [];
  for (const details of ['ok', 'under_age', 'none'] as const)
    for (const selfie of ['passed', 'retry', 'no_match', 'spoof', 'not_performed', 'none'] as const)
      for (const aml of ['clear', 'possible', 'unavailable', 'none'] as const)
        for (const attemptsLeft of [0, 1])
          for (const amlGivenUp of [true, false]) {
            const facts = { ...passedFacts, details, selfie, aml, attemptsLeft, amlGivenUp };
            if (decideOutcome(facts).status === 'approved') approved.push(facts);
          }
  expect(approved).toHaveLength(4);
  for (const facts of approved)
    expect(facts).toMatchObject({ details: 'ok', selfie: 'passed', aml: 'clear' });
});
