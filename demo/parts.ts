import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Customer, Customers } from './Customers.ts';
import type { DemoConfig } from './config.ts';
import type { Invite } from './deskInvitation.ts';
import type { Kind, Limits } from './Limits.ts';
import { isThisMachine, type Origin, originOf } from './networkOf.ts';
import type { Recorder } from './panel/Recorder.ts';
import type { WebhookReceiver } from './receiveWebhooks.ts';
import type { createVerification } from './verification.ts';

/** Shared dependencies of the site's routes. */
export interface Parts {
  config: DemoConfig;
  customers: Customers;
  recorder: Recorder;
  verification: ReturnType<typeof createVerification>;
  webhooks: WebhookReceiver;
  limits: Limits;
  /** Asks for an invitation to the review desk; `null` if nobody can make one. */
  invite: Invite | null;
  now: () => number;
}

export function customerOf({ config, customers }: Parts, c: Context): Customer | null {
  const name = cookieOf(config);
  return customers.find(parse(c.req.header('cookie') ?? '', name)[name]);
}

/** With https, a name that no neighbouring host and no http page can set. Over http, Safari does not take such a name. */
function cookieOf({ siteUrl }: DemoConfig): string {
  return siteUrl.startsWith('https:') ? '__Host-larkspur' : 'larkspur';
}

/** Sets the session cookie of a customer; without a session deletes it. */
export function remember({ config }: Parts, c: Context, session: string | null): void {
  const secure = config.siteUrl.startsWith('https:');
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure } as const;
  setCookie(c, cookieOf(config), session ?? '', { ...options, ...(session === null && { maxAge: 0 }) });
}

/** The IP address of a visitor: that of the connection, or the one stated by the proxy. */
export function addressOf({ config }: Parts, c: Context): string {
  const forwarded = config.isBehindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : '';
  const { incoming } = (c.env ?? {}) as { incoming?: { socket: { remoteAddress?: string } } };
  return forwarded || incoming?.socket.remoteAddress || 'unknown';
}

/** The networks of a visitor. */
export function visitorOrigin(parts: Parts, c: Context): Origin {
  return originOf(addressOf(parts, c));
}

/** Whether the visitor is at the machine of the demo. */
export function isAtMachine(parts: Parts, c: Context): boolean {
  return isThisMachine(addressOf(parts, c));
}

/** Whether the visitor may open the review desk: at the machine of the demo, where its starter can make an invitation. */
export function hasDesk(parts: Parts, c: Context): boolean {
  return parts.invite !== null && isAtMachine(parts, c);
}

/** Uses one of a visitor's limited actions; returns the refusal if none is left. On the machine of the demo there are no limits. */
export function refusalOf(parts: Parts, c: Context, kind: Kind): Response | null {
  if (isAtMachine(parts, c)) return null;
  const seconds = parts.limits.consume(kind, visitorOrigin(parts, c));
  if (seconds === 0) return null;
  c.header('retry-after', `${seconds}`);
  const detail =
    kind === 'cases' ? 'This demo takes so many applications an hour from one network.' : 'Too many at once.';
  return c.json({ status: 429, code: 'rate_limited', detail, retryable: true }, 429, {
    'content-type': 'application/problem+json',
  });
}
