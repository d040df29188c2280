import { WebhookVerificationError } from './WebhookVerificationError.ts';

/** Webhooks stay under 4 KB; nobody gets to send more than this. */
const LONGEST_BODY = 64 * 1024;

/** A body as it was received. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The raw body as text. A parsed one is refused: its bytes, and with them the signature, are lost. */
export function textOfRawBody(body: RawBody): string {
  if (typeof body === 'string') return body;
  if (!(body instanceof ArrayBuffer) && !ArrayBuffer.isView(body)) throw parsedAlready();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new WebhookVerificationError('body_invalid', 'The body is not UTF-8');
  }
}

/** The body of a request whose body nobody has read yet, up to 64 KB. */
export async function bytesOfRequest(request: Request): Promise<Uint8Array> {
  if (request.bodyUsed) throw parsedAlready();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Not every platform can iterate a stream with for await.
  const reader = request.body?.getReader();
  for (let length = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > LONGEST_BODY) {
      await reader.cancel();
      throw new WebhookVerificationError('body_invalid', 'The body is too long for a webhook');
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function parsedAlready(): WebhookVerificationError {
  return new WebhookVerificationError(
    'body_parsed',
    'The signature covers the raw body, and this one was parsed already. Pass the text or bytes as they came: ' +
      "await request.text(), in Express express.raw({ type: 'application/json' }) on this route, " +
      "in Fastify a content type parser with parseAs: 'buffer', in Next.js request.text()",
  );
}
