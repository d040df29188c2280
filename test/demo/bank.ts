import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { Invite } from '../../demo/deskInvitation.ts';
import { createSite } from '../../demo/site.ts';
import { freePort } from '../support/freePort.ts';

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface StoredCase {
  id: string;
  createdAt: string;
  status: string;
  version: number;
  clientReferenceId: string;
  state: string;
  returnUrl: string;
  redaction: { status: string; at: string } | null;
}

/** The demo on a listening server, with a small fake service that stores cases and webhook endpoints. */
export async function openBank({
  now = Date.now,
  invite = null,
  ...settings
}: {
  now?: () => number;
  invite?: Invite | null;
  limitScale?: number;
  isBehindProxy?: boolean;
  hasHandoff?: boolean;
} = {}) {
  let isErasureRefused = false;
  const cases = new Map<string, StoredCase>();
  const hooks: { id: string; url: string }[] = [];
  const streams = new Set<ReadableStreamDefaultController>();
  const app = service(cases, hooks, now, () => isErasureRefused);
  const calls: { path: string; address: string | undefined }[] = [];
  app.get('/cases/:id/handoff', () => openStream(streams));
  const recorded = (request: Request) => {
    const { pathname: path } = new URL(request.url);
    calls.push({ path, address: request.headers.get('x-forwarded-for') ?? undefined });
    return app.fetch(request);
  };
  const { url: serviceUrl, stop: stopService } = await listen(recorded);
  const apiUrl = `${serviceUrl}/v1`;
  const apiKey = 'idv_test_x';
  const siteUrl = `http://localhost:${await freePort()}`;
  const site = createSite({ siteUrl, apiUrl, apiKey, limitScale: 20, ...settings }, { now, invite });
  await listen(site.fetch, Number(new URL(siteUrl).port));
  const refuseErasure = (isRefused: boolean) => {
    isErasureRefused = isRefused;
  };
  return { siteUrl, apiUrl, site, calls, cases, hooks, streams, refuseErasure, stopService };
}

/** A visitor with a cookie jar of one. */
export function visitor(siteUrl: string) {
  let cookie = '';
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const response = await fetch(siteUrl + path, { redirect: 'manual', ...init, headers });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  };
}

/** The request with which the widget fetches a session. */
export const askSession: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  body: '{}',
};

function service(
  cases: Map<string, StoredCase>,
  hooks: { id: string; url: string }[],
  now: () => number,
  isErasureRefused: () => boolean,
): Hono {
  const app = new Hono().basePath('/v1');
  let keys = 0;
  const session = () => ({ sessionKey: `idvs_test_${++keys}`, expiresAt: '2030-01-01T00:00:00.000Z' });
  app.get('/cases', (c) => {
    const { clientReferenceId: reference, createdBefore: before } = c.req.query();
    const isListed = (one: StoredCase) =>
      (!reference || one.clientReferenceId === reference) && (!before || one.createdAt < before);
    return c.json({ data: [...cases.values()].filter(isListed), hasMore: false, nextCursor: null });
  });
  app.delete('/cases/:id', (c) => {
    if (isErasureRefused()) return c.json({ code: 'scope_missing', status: 403 }, 403);
    const one = cases.get(c.req.param('id'))!;
    Object.assign(one, { state: null, redaction: { status: 'redacted', at: one.createdAt } });
    return c.json(one, 202);
  });
  app.post('/cases', async (c) => {
    const id = `case_${String(cases.size).padStart(26, '0')}`;
    const createdAt = new Date(now()).toISOString();
    const created = {
      ...(await c.req.json()),
      id,
      createdAt,
      redaction: null,
      status: 'requires_input',
      version: 1,
      decision: null,
    };
    cases.set(id, created);
    return c.json({ ...created, session: session() }, 201);
  });
  app.get('/cases/:id', (c) => c.json(cases.get(c.req.param('id'))!));
  app.post('/cases/:id/session-keys', (c) => c.json({ ...session(), caseId: c.req.param('id') }, 201));
  const ended = new Set<string>();
  app.post('/cases/:id/consent', (c) =>
    ended.has(c.req.header('authorization')!) ? c.json({}, 401) : c.json({ biometric: true }),
  );
  app.delete('/cases/:id/session-keys', (c) => {
    for (let key = 1; key <= keys; key++) ended.add(`Bearer idvs_test_${key}`);
    return c.body(null, 204);
  });
  app.post('/cases/:id/personal-details', async (c) =>
    c.json({ object: 'personal_details', revision: 1, familyName: (await c.req.json()).familyName }, 201),
  );
  app.get('/webhook-endpoints', (c) => c.json({ data: hooks, hasMore: false, nextCursor: null }));
  app.post('/webhook-endpoints', async (c) => {
    const created = { id: `we_${randomUUID()}`, url: (await c.req.json()).url };
    hooks.push(created);
    return c.json({ ...created, secret }, 201);
  });
  app.delete('/webhook-endpoints/:id', (c) => {
    hooks.splice(
      hooks.findIndex(({ id }) => id === c.req.param('id')),
      1,
    );
    return c.body(null, 204);
  });
  return app;
}

/** A stream of events that has no end but that of its reader. */
function openStream(streams: Set<ReadableStreamDefaultController>): Response {
  let stream: ReadableStreamDefaultController;
  const body = new ReadableStream({
    start: (controller) => {
      stream = controller;
      streams.add(stream);
      stream.enqueue(new TextEncoder().encode('data: {}\n\n'));
    },
    cancel: () => {
      streams.delete(stream);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Stops at the end of the test, if not before. */
function listen(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  port = 0,
): Promise<{ url: string; stop: () => void }> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, (at) =>
      resolve({ url: `http://127.0.0.1:${at.port}`, stop }),
    );
    const stop = () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    };
    onTestFinished(stop);
  });
}
