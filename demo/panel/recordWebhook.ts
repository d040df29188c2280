import { webhooks } from 'idv-verify/server';
import type { Customers } from '../Customers.ts';
import type { Recorder } from './Recorder.ts';

/**
 * Passes a webhook to the receiver. After the receiver has verified it, records it for the visitor of the case. For the
 * panel the same bytes are signed with that visitor's secret; the secret of the endpoint is not disclosed.
 */
export async function recordWebhook(
  recorder: Recorder,
  customers: Customers,
  receiver: { handle: (request: Request) => Promise<Response> },
  request: Request,
): Promise<Response> {
  const end = recorder.begin();
  const { headers, method, url } = request;
  const body = await request.clone().text();
  const answer = await receiver.handle(request);
  // 400: the signature is not valid; 503: the signature was not verified.
  if (answer.status === 400 || answer.status === 503) return answer;
  const customer = customers.findById(JSON.parse(body).data.clientReferenceId);
  if (!customer) return answer;
  const [id, timestamp] = [headers.get('webhook-id')!, headers.get('webhook-timestamp')!];
  const signed = await webhooks.signForTest(body, customer.panelSecret, { id, timestamp: Number(timestamp) });
  end(customer.id, {
    from: 'service',
    to: 'backend',
    method,
    url,
    request: { headers, body },
    answer: { headers: answer.headers, body: 0, status: answer.status },
    webhook: { id, timestamp, signature: signed.headers['webhook-signature']!, body },
  });
  return answer;
}
