import type { Transport } from '../../client/transport.ts';
import type {
  AnswerCredentialRequest,
  Credential,
  CredentialReceipt,
  CredentialRequest,
  StartCredentialRequest,
  StartedCredentialRequest,
} from '../../contract/credential.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { RequestOptions } from '../requestOptions.ts';

/** Credentials from wallets. */
export function credentialsOf(send: Transport) {
  return {
    /** How a credential was verified, without its values. Needs the scope `credentials:read`. */
    retrieve: (id: string, options?: RequestOptions) =>
      send<Credential>(endpoints.retrieveCredential, { params: { id }, ...options }),
    /** Creates a request to the wallet, for a front end of your own. `origin` is the origin of its page. */
    startRequest: (caseId: string, body: StartCredentialRequest, options?: RequestOptions) =>
      send<StartedCredentialRequest>(endpoints.startCredentialRequest, {
        params: { id: caseId },
        body,
        ...options,
      }),
    /** Submits `protocol` and `data` of the `DigitalCredential`. The receipt is the same for every answer. */
    answerRequest: (id: string, body: AnswerCredentialRequest, options?: RequestOptions) =>
      send<CredentialReceipt>(endpoints.answerCredentialRequest, { params: { id }, body, ...options }),
    retrieveRequest: (id: string, options?: RequestOptions) =>
      send<CredentialRequest>(endpoints.retrieveCredentialRequest, { params: { id }, ...options }),
  };
}
