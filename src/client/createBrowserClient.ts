import { type BrowserClientOptions, type CaseClient, createCaseClient } from './createCaseClient.ts';
import { createSelfieClient, type SelfieClient } from './createSelfieClient.ts';

/** The calls of a page for its case. Each throws IdvApiError, IdvConnectionError or IdvTimeoutError. */
export type BrowserClient = Omit<CaseClient, 'send' | 'caseId'> & SelfieClient;

/**
 * The client of a page. It accepts session keys only, holds them in memory, and fetches a new one automatically.
 * @throws IdvError if it is given an API key.
 */
export function createBrowserClient(options: BrowserClientOptions): BrowserClient {
  const cases = createCaseClient(options);
  return {
    get session() {
      return cases.session;
    },
    retrieveCase: cases.retrieveCase,
    giveConsent: cases.giveConsent,
    submitPersonalDetails: cases.submitPersonalDetails,
    ...createSelfieClient(cases, options.fetch),
  };
}
