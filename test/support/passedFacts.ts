import type { OutcomeInput } from '../../src/service/cases/outcome.ts';

/** What is known of a live case whose checks have all passed. */
export const passedFacts: OutcomeInput = {
  mode: 'live',
  onSpoof: 'review',
  details: 'ok',
  selfie: 'passed',
  selfieReason: 'engine_unavailable',
  attemptsLeft: 2,
  aml: 'clear',
  amlGivenUp: false,
  credential: 'none',
  credentialReason: 'credential_missing',
  revocationPending: false,
  document: 'none',
  documentReason: 'document_missing',
  isDocumentOpen: false,
  documentExpired: 'review',
  reference: 'none',
};
