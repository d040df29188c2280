import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { generateWebhookSecret } from '../../src/contract/webhookSignature.ts';
import { type NodeHandler, toNodeHandler } from '../../src/server/toNodeHandler.ts';
import { webhookHandler } from '../../src/server/webhooks/webhookHandler.ts';
import { signForTest } from '../../src/server/webhooks/webhooks.ts';

/** Whether the framework's JSON parser runs before the handler. */
interface Front {
  parsed: boolean;
}

/** Serves a handler by each framework, without and with its JSON parser in front. */
const servers: Record<string, (handler: NodeHandler, options: Front) => Promise<Server>> = {
  'plain Node': async (handler) => createServer((request, response) => void handler(request, response)),
  Express: async (handler, { parsed }) => {
    const app = express();
    if (parsed) app.use(express.json());
    app.use('/hooks', handler);
    app.use(((_error, _request, response, _next) =>
      response.status(500).end()) as express.ErrorRequestHandler);
    return createServer(app);
  },
  Koa: async (handler, { parsed }) => {
    const app = new Koa();
    app.silent = true;
    if (parsed) {
      app.use(async (context, next) => {
        let text = '';
        for await (const piece of context.req) text += piece;
        (context.request as { body?: unknown }).body = JSON.parse(text);
        await next();
      });
    }
    app.use(handler);
    return createServer(app.callback());
  },
  Fastify: async (handler, { parsed }) => {
    const app = fastify();
    if (!parsed) {
      app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
    }
    app.post('/hooks/idv', handler);
    await app.ready();
    return app.server;
  },
};

const secret = generateWebhookSecret();

async function start(name: string, handler: NodeHandler, { parsed = false } = {}): Promise<string> {
  const server = await servers[name]!(handler, { parsed });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/idv`;
}

const signed = () => signForTest({ id: 'evt_1', type: 'case.approved', data: {} } as { id: string }, secret);

test.each(Object.keys(servers))('%s passes on a webhook unchanged', async (name) => {
  const ids: string[] = [];
  const onEvent = ({ id }: { id: string }) => ids.push(id);
  const url = await start(name, toNodeHandler(webhookHandler(secret, { onEvent })));
  const { body, headers } = await signed();
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(204);
  expect(ids).toEqual(['evt_1']);
});

test.each(['Express', 'Koa', 'Fastify'])('%s: a parsed body is refused with the reason', async (name) => {
  const url = await start(name, toNodeHandler(webhookHandler(secret, { onEvent: () => undefined })), {
    parsed: true,
  });
  const { body, headers } = await signed();
  const reply = await fetch(url, { method: 'POST', body, headers });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ code: 'body_parsed' });
});

test.each(Object.keys(servers))('%s passes on status, headers, cookies and the whole URL', async (name) => {
  const handler = toNodeHandler(async (request) => {
    const headers = new Headers({ 'x-seen': `${request.method} ${new URL(request.url).pathname}` });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    return new Response('done', { status: 201, headers });
  });
  const url = await start(name, handler);
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', body: '{}', headers });
  expect(reply.status).toBe(201);
  expect(await reply.text()).toBe('done');
  expect(reply.headers.get('x-seen')).toBe('POST /hooks/idv');
  expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test.each(Object.keys(servers))('%s: an error of the handler becomes 500 and is not lost', async (name) => {
  const errors: unknown[] = [];
  const fails = () => {
    throw new Error('broken');
  };
  const url = await start(name, toNodeHandler(fails, { onError: (error) => errors.push(error) }));
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', body: '{}', headers })).status).toBe(500);
  if (name === 'plain Node' || name === 'Fastify') expect(errors).toMatchObject([{ message: 'broken' }]);
});
