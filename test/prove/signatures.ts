import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { newId } from '../../src/contract/ids.ts';
import { generateWebhookSecret, signWebhook } from '../../src/contract/webhookSignature.ts';
import { webhooks } from '../../src/server/index.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import { randomText } from './support/randomText.ts';

const FLIPPED_BODY_BYTES = 48;

/**
 * Bodies over all planes of Unicode, signed by the service, are taken by the two libraries of the standard and by the
 * helper; after any single bit of body, id, time or signature was flipped all three refuse them.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const bodies = lab.size(100_000, 2_000);
  const flippedBodies = lab.size(1_000, 5);
  const readers = Object.keys(readersOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'));
  const refused = Object.fromEntries(readers.map((name) => [name, 0]));
  const taken = { ...refused };
  let flips = 0;
  for (let count = 0; count < bodies; count++) {
    const message = await signed(JSON.stringify({ text: randomText(1 + (count % 60)) }));
    const verifiers = readersOf(message.secret);
    for (const name of readers) if (!(await accepts(verifiers[name]!, message))) refused[name]! += 1;
  }
  for (let count = 0; count < flippedBodies; count++) {
    const message = await signed(randomText(12).slice(0, FLIPPED_BODY_BYTES));
    const verifiers = readersOf(message.secret);
    for (const flipped of everyFlip(message)) {
      flips++;
      for (const name of readers) if (await accepts(verifiers[name]!, flipped)) taken[name]! += 1;
    }
  }
  const isZero = (counts: Record<string, number>) => Object.values(counts).every((value) => value === 0);
  return { ok: isZero(refused) && isZero(taken) && flips > 0, bodies, refused, flippedBodies, flips, taken };
}

interface Message {
  secret: string;
  body: string | Buffer;
  headers: Record<string, string>;
}

type Reader = (body: string | Buffer, headers: Record<string, string>) => unknown;

function readersOf(secret: string): Record<string, Reader> {
  const standard = new StandardWebhook(secret);
  const svix = new SvixWebhook(secret);
  return {
    standardwebhooks: (body, headers) => standard.verify(body, headers),
    svix: (body, headers) => svix.verify(body, headers),
    helper: (body, headers) => webhooks.verify(body, headers, secret),
  };
}

async function signed(body: string): Promise<Message> {
  const secret = generateWebhookSecret();
  const message = { id: newId('evt'), timestamp: Math.floor(Date.now() / 1000), body };
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': await signWebhook(secret, message),
  };
  return { secret, body, headers };
}

/** Whether a verifier accepts the signature; an accepting one may still fail on a body that is not JSON. */
async function accepts(read: Reader, { body, headers }: Message): Promise<boolean> {
  try {
    await read(body, headers);
    return true;
  } catch (error) {
    return error instanceof SyntaxError;
  }
}

function* everyFlip(message: Message): Generator<Message> {
  const body = Buffer.from(message.body as string);
  for (const flipped of flipsOf(body)) yield { ...message, body: flipped };
  for (const [name, value] of Object.entries(message.headers)) {
    for (const flipped of flipsOf(Buffer.from(value, 'latin1'))) {
      yield { ...message, headers: { ...message.headers, [name]: flipped.toString('latin1') } };
    }
  }
}

function* flipsOf(bytes: Buffer): Generator<Buffer> {
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    yield flipped;
  }
}
