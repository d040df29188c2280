import { webhooks } from 'idv-verify/server';
import type { Customers } from '../Customers.ts';
import type { Recorder } from './Recorder.ts';

/**
 * Hands a webhook to the receiver, and records it for the visitor whose case it is about once the receiver has verified it.
 * For the panel the same bytes are signed again with the secret of that visitor: the secret of the endpoint stays here.
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
