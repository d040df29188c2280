import { createIdvClient, type Event, type IdvClient, isIdvError, NotFoundError } from 'idv-verify/server';
import type { Customer, Customers } from './Customers.ts';
import { type Choice, caseOf } from './choice.ts';
import type { DemoConfig } from './config.ts';
import { isLost } from './faults.ts';
import { listedPerson } from './listedPerson.ts';
import type { Recorder } from './panel/Recorder.ts';

/** The bank's use of idv-verify in its back end. */
export interface Verification {
  /** The handler behind `session-url` for the page of a customer. */
  session: (customer: Customer, request: Request) => Promise<Response>;
  /** Creates the case of a customer and the link to the service's own page for it, once. */
  link: (customer: Customer) => Promise<void>;
  /** The case in the return URL of a customer; `null` if it isn't theirs. */
  returnedCase: (customer: Customer, url: string) => Promise<string | null>;
  /** Reads the status of a customer's case from the API. */
  ask: (customer: Customer, caseId: string) => Promise<void>;
  /**
   * Has the service deliver an event of this customer once more.
   * @returns whether it is theirs.
   */
  resend: (customer: Customer, eventId: string) => Promise<boolean>;
  /** Handles an event from the webhook receiver. */
  onEvent: (event: Event) => void;
}

const FOREIGN_RETURN_CODES = ['return_invalid', 'return_state_mismatch', 'return_person_mismatch'] as const;

/** The path of the site under which its pages reach the service, so that their calls can be shown. */
export const SERVICE = '/service/v1';

/** Connects the customers with the service. */
export function createVerification(
  { apiKey, apiUrl: baseUrl, siteUrl, hasHandoff }: DemoConfig,
  customers: Customers,
  recorder: Recorder,
): Verification & { idv: IdvClient } {
  const { fetch } = recorder;
  const idv = createIdvClient({ apiKey, baseUrl, fetch });
  const caseOptions = async (choice: Choice) => {
    const chosen = caseOf(choice, choice.scenario === 'real_name' ? await listedPerson(idv) : null);
    return hasHandoff ? chosen : { ...chosen, policy: { ...chosen.policy, handoff: 'disable' as const } };
  };
  const handlers = siteOrigins(siteUrl).map((origin) => {
    const publicBaseUrl = origin + SERVICE;
    const handler = (customer: Customer) =>
      createIdvClient({ apiKey, baseUrl, publicBaseUrl, fetch }).sessionHandler(async () => ({
        ...identityOf(customer, origin),
        ...(await caseOptions(customer.choice)),
      }));
    return { origin, handler };
  });

  const session = async (customer: Customer, request: Request) => {
    const { handler } =
      handlers.find(({ origin }) => origin === request.headers.get('origin')) ?? handlers[0]!;
    const response = await recorder.during(customer.id, () => handler(customer)(request));
    const body = response.ok ? await response.clone().json() : null;
    if (body) customers.addSession(customer, body);
    return response;
  };

  const link = async (customer: Customer) => {
    if (customer.link) return;
    await recorder.during(customer.id, async () => {
      const { id } = await idv.cases.create({
        ...identityOf(customer, siteUrl),
        ...(await caseOptions(customer.choice)),
      });
      customers.addLink(customer, id, (await idv.cases.createLink(id)).url);
    });
  };

  const ask = async (customer: Customer, caseId: string) => {
    const { status, version, clientReferenceId, decision, redaction } = await recorder.during(
      customer.id,
      () => idv.cases.retrieve(caseId),
    );
    // An erased case has no reference any more, and no news.
    if (redaction?.status === 'redacted') return;
    if (clientReferenceId !== customer.id) throw new Error('That case is somebody else’s');
    const reasons = decision?.reasons ?? [];
    customers.addNotice(customer.id, { caseId, status, version, reasons, source: 'API', at: new Date() });
  };

  const returnedCase = async (customer: Customer, url: string) => {
    try {
      const expected = { clientReferenceId: customer.id, state: customer.state };
      const { caseId } = await recorder.during(customer.id, () => idv.returns.verify(url, expected));
      return caseId;
    } catch (error) {
      if (error instanceof NotFoundError || isIdvError(error, ...FOREIGN_RETURN_CODES)) return null;
      throw error;
    }
  };

  const resend = async (customer: Customer, eventId: string) => {
    try {
      const { data } = await idv.events.retrieve(eventId);
      if (data.clientReferenceId !== customer.id) return false;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
    await recorder.during(customer.id, () => idv.events.redeliver(eventId));
    return true;
  };

  const onEvent = (event: Event) => {
    const { type, data, timestamp } = event;
    if (isLost(customers.findById(data.clientReferenceId), event)) throw new Error('Lost by the scenario');
    const { caseId, status, version, reasons, clientReferenceId } = data;
    if (!caseId || !status || version === null) return;
    const notice = { caseId, status, version, reasons, source: `webhook ${type}`, at: new Date(timestamp) };
    customers.addNotice(clientReferenceId, notice);
  };

  return { idv, session, link, returnedCase, ask, resend, onEvent };
}

/** Whose case it is, and where they return. */
function identityOf({ id, state }: Customer, origin: string) {
  return {
    type: 'kyc_individual' as const,
    returnUrl: `${origin}/return`,
    state,
    clientReferenceId: id,
  };
}

/** The origins of the site: on this machine both of its names. */
function siteOrigins(siteUrl: string): string[] {
  const { origin, hostname } = new URL(siteUrl);
  return hostname === 'localhost' ? [origin, origin.replace('localhost', '127.0.0.1')] : [origin];
}
