import { type Event, type IdvClient, isIdvError, NotFoundError } from 'idv-verify/server';
import type { Customer, Customers } from './Customers.ts';

/** All that the bank needs of idv-verify on its own side. */
export interface Verification {
  /** Behind the `session-url` of the page. */
  session: (request: Request) => Promise<Response>;
  /** The case in the return URL of a customer; `null` if it isn't theirs. */
  returnedCase: (customer: Customer, url: string) => Promise<string | null>;
  /** Asks the API how a case of a customer stands. */
  ask: (customer: Customer, caseId: string) => Promise<void>;
  /** Takes an event from the webhook receiver. */
  onEvent: (event: Event) => void;
}

const NOT_THEIRS = ['return_invalid', 'return_state_mismatch', 'return_person_mismatch'] as const;

/** Connects the customers of the bank with the service. */
export function createVerification(
  idv: IdvClient,
  customers: Customers,
  siteUrl: string,
  customerOf: (request: Request) => Customer | null,
): Verification {
  const origins = ownOrigins(siteUrl);

  const session = idv.sessionHandler((request) => {
    const customer = customerOf(request);
    if (!customer) return null;
    const origin = origins.find((own) => own === request.headers.get('origin')) ?? origins[0];
    return {
      type: 'kyc_individual',
      returnUrl: `${origin}/return`,
      state: customer.state,
      clientReferenceId: customer.id,
    };
  });

  const ask = async (customer: Customer, caseId: string) => {
    const { status, version, clientReferenceId, decision } = await idv.cases.retrieve(caseId);
    if (clientReferenceId !== customer.id) throw new Error('That case is somebody else’s');
    const reasons = decision?.reasons ?? [];
    customers.hear(customer.id, { caseId, status, version, reasons, source: 'API', at: new Date() });
  };

  const returnedCase = async (customer: Customer, url: string) => {
    try {
      const { caseId } = await idv.returns.verify(url, {
        clientReferenceId: customer.id,
        state: customer.state,
      });
      return caseId;
    } catch (error) {
      if (error instanceof NotFoundError || isIdvError(error, ...NOT_THEIRS)) return null;
      throw error;
    }
  };

  const onEvent = ({ type, data, timestamp }: Event) => {
    const { caseId, status, version, reasons, clientReferenceId } = data;
    if (!caseId || !status || version === null) return;
    const notice = { caseId, status, version, reasons, source: `webhook ${type}`, at: new Date(timestamp) };
    customers.hear(clientReferenceId, notice);
  };

  return { session, returnedCase, ask, onEvent };
}

/** The site answers on this machine under both names of it. */
function ownOrigins(siteUrl: string): string[] {
  const { origin, hostname } = new URL(siteUrl);
  return hostname === 'localhost' ? [origin, origin.replace('localhost', '127.0.0.1')] : [origin];
}
