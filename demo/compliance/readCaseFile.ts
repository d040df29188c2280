import type { IdvClient } from 'idv-verify/server';
import { isIdvError } from 'idv-verify/server';

type Answer<T extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>;

/** All data that the service stores of a case, as returned by its API. */
export interface CaseFile {
  case: Answer<IdvClient['cases']['retrieve']>;
  /** Each `null` if there is none, and after erasure. */
  details: Answer<IdvClient['cases']['retrievePersonalDetails']> | null;
  credential: Answer<IdvClient['credentials']['retrieve']> | null;
  consent: Answer<IdvClient['cases']['retrieveConsent']> | null;
  document: Answer<IdvClient['biometrics']['documentChecks']['retrieve']> | null;
  selfie: Answer<IdvClient['biometrics']['retrieve']> | null;
  screening: Answer<IdvClient['aml']['retrieve']> | null;
  /** All accesses and actions, oldest first. */
  audit: Awaited<ReturnType<IdvClient['audit']['list']>>['data'];
}

/** Reads the file of a case. Each access to personal data is itself logged in the audit log. */
export async function readCaseFile(idv: IdvClient, caseId: string): Promise<CaseFile> {
  const own = await idv.cases.retrieve(caseId);
  const { selfie, aml, credential, document, personalDetails } = own.checks;
  const isErased = own.redaction?.status === 'redacted';
  const isWhole = own.redaction === null;
  const [details, proof, consent, shown, check, screening] = await Promise.all([
    isWhole && personalDetails.status === 'completed' ? idv.cases.retrievePersonalDetails(caseId) : null,
    isWhole && credential.id ? idv.credentials.retrieve(credential.id) : null,
    own.consent && !isErased ? idv.cases.retrieveConsent(caseId) : null,
    isWhole && document.id ? idv.biometrics.documentChecks.retrieve(document.id) : null,
    selfie.id ? idv.biometrics.retrieve(selfie.id) : null,
    aml.id ? idv.aml.retrieve(aml.id) : null,
  ]);
  // Last, so that it includes the reads above.
  const audit = (await idv.audit.list({ subject: caseId, limit: 100 })).data.toReversed();
  return { case: own, details, credential: proof, consent, document: shown, selfie: check, screening, audit };
}

/** The response for each personal part of an erased case: its error code, or the fields that are `null` now. */
export async function readErased(idv: IdvClient, { case: own }: CaseFile) {
  const { id, consent, state, clientReferenceId, metadata, locale, returnUrl } = own;
  const refused = async (read: Promise<unknown>) => {
    try {
      await read;
      return 'still readable';
    } catch (error) {
      if (isIdvError(error, 'case_redacted')) return `410 ${error.code}`;
      throw error;
    }
  };
  return {
    fields: { consent, state, clientReferenceId, metadata, locale, returnUrl },
    reads: [
      ['The words of the consent', await refused(idv.cases.retrieveConsent(id))],
      ['The personal details', await refused(idv.cases.retrievePersonalDetails(id))],
      ...(own.checks.selfie.id
        ? [['The pictures', await refused(idv.biometrics.listFrames(own.checks.selfie.id))]]
        : []),
    ] as [string, string][],
  };
}
