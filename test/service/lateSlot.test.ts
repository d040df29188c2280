import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { slotOf } from '../../src/service/crypto/vault.ts';
import { filesWith, rowOf } from '../support/keyBucket.ts';
import { type StartedStore, startPictureStore } from '../support/pictureStores.ts';
import { startTestService } from '../support/service.ts';
import { settingsOf } from '../support/sharedPictures.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

let store: StartedStore;
beforeAll(async () => {
  store = await startPictureStore('s3rver');
});
afterAll(() => store.stop());

interface Sent {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const isSlot = ({ method, url }: Sent) => method === 'PUT' && /\/[0-9a-f]{4}(\?|$)/.test(url);

/** The way to a store, on which the first slots are late: they are never answered, and arrive when they are released. */
async function startLateWay(target: string) {
  const late: Sent[] = [];
  const known = new Set<string>();
  const pass = async ({ url, headers: { expect: _, ...headers }, body, method }: Sent) => {
    const onward = request(target + url, { method, headers }).end(body);
    const [answer] = await once(onward, 'response');
    return { answer, text: Buffer.concat(await answer.toArray()) };
  };
  const reply = async (sent: Sent, outgoing: ServerResponse) => {
    const { answer, text } = await pass(sent);
    outgoing.writeHead(answer.statusCode, answer.headers).end(text);
  };
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const sent: Sent = { method: method!, url: url!, headers, body: Buffer.concat(await incoming.toArray()) };
    const isLate = isSlot(sent) && !known.has(sent.url) && late.length < 16;
    known.add(sent.url);
    if (isLate) late.push(sent);
    else await reply(sent, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, late, release: () => Promise.all(late.map(pass)) };
}

test('a request for a slot that arrives after an erasure brings no secret back', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', store.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', store.credentials.secretAccessKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const way = await startLateWay(store.url);
  const keys = settingsOf({ ...store, url: way.url }, 3000);
  const service = await startTestService({ config: { keys } });
  const ids: string[] = [];
  await waitFor(async () => {
    const { status, body } = await service.call('POST', '/cases', { json: newCase });
    if (status === 201) ids.push(body.id);
    return ids.length > 0;
  });
  expect(way.late).toHaveLength(16);
  const address = slotOf((await rowOf(service, ids[0]!)).data_key!)!;
  const { slots } = service.deps;
  const secret = Buffer.from((await slots!.load!(address)) as Uint8Array);
  expect((await service.call('DELETE', `/cases/${ids[0]}`)).status).toBe(202);
  await waitFor(async () => (await slots!.statesOf([address]))[0] === 'destroyed');
  await way.release();
  expect(await slots!.statesOf([address])).toEqual(['destroyed']);
  expect(filesWith(store.folder, secret)).toEqual([]);
});
