import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { postWebhook, type WebhookPost } from '../../../src/service/webhooks/postWebhook.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function receiver(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const started = await startReceiver(answer);
  open.push(started);
  return started;
}

function post(url: string, more: Partial<WebhookPost> = {}) {
  const headers = { 'Content-Type': 'application/json', 'Webhook-Id': 'evt_1' };
  return postWebhook({ url, headers, body: '{"a":"ä"}', allowLoopback: true, ...more });
}

describe('an attempt', () => {
  test('posts body and headers unchanged', async () => {
    const { url, received } = await receiver();
    expect(await post(`${url}?tenant=1`)).toEqual({ status: 204, error: null, retryAfter: undefined });
    expect(received[0]).toMatchObject({ method: 'POST', path: '/hooks?tenant=1', body: '{"a":"ä"}' });
    expect(received[0]?.headers['webhook-id']).toBe('evt_1');
  });

  test.each([200, 201, 299])('%i is a success', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status).end());
    expect(await post(url)).toMatchObject({ status, error: null });
  });

  test('a redirect is a failure and is not followed', async () => {
    const target = await receiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await receiver((response) =>
        response.writeHead(status, { Location: target.url }).end(),
      );
      expect(await post(url)).toMatchObject({ status, error: 'redirected' });
    }
    expect(target.received).toEqual([]);
  });

  test.each([400, 404, 410, 429, 500, 503])('%i is a failure', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status, { 'Retry-After': '7' }).end());
    expect(await post(url)).toEqual({ status, error: 'status_not_2xx', retryAfter: '7' });
  });

  test('an endless response is dropped, but its status counts', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(1024), () => setImmediate(more));
      more();
    });
    expect(await post(url)).toMatchObject({ status: 200, error: null });
  });
});

describe('a connection that fails after a 2xx: the webhook is delivered', () => {
  test('a body that breaks off', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('part', () => response.socket?.resetAndDestroy());
    });
    expect(await post(url)).toEqual({ status: 200, error: null, retryAfter: undefined });
  });

  test('a body that never ends', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200);
      response.write('part');
    });
    expect(await post(url, { timeoutMs: 3000 })).toEqual({ status: 200, error: null, retryAfter: undefined });
  });
});

describe('a connection that fails', () => {
  test('a closed port', async () => {
    const { url, close } = await startReceiver();
    await close();
    expect(await post(url)).toEqual({ status: null, error: 'connection_refused', retryAfter: undefined });
  });

  test('a connection that is cut', async () => {
    const { url } = await receiver((response) => response.destroy());
    expect(await post(url)).toMatchObject({ status: null, error: 'connection_failed' });
  });

  test('no response in time', async () => {
    const { url } = await receiver(() => undefined);
    expect(await post(url, { timeoutMs: 50 })).toMatchObject({ status: null, error: 'timeout' });
  });

  test('slowly sent headers do not extend the time limit', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const drip = setInterval(() => socket.write('HTTP/1.1 200 OK\r\n'.charAt(socket.bytesWritten)), 20);
      socket.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(server);
    const { port } = server.address() as { port: number };
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: 150 })).toMatchObject({ error: 'timeout' });
  });

  test('a response that switches the protocol is a failure', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(server);
    const { port } = server.address() as { port: number };
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 101, error: 'status_not_2xx' });
  });

  test('the process stops, and the attempt is not counted', async () => {
    const { url, count } = await receiver(() => undefined);
    const stop = new AbortController();
    const attempt = post(url, { signal: stop.signal });
    await count(1);
    stop.abort(new Error('stopping'));
    await expect(attempt).rejects.toThrow('stopping');
  });
});
