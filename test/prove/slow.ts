import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { newCase } from '../support/verification.ts';
import { openSlowly } from './slow/openSlowly.ts';
import { cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import { measureLatencies } from './support/latencies.ts';
import { memoryOf } from './support/memoryOf.ts';
import type { Findings } from './support/Proof.ts';

const MAX_MS = 250;
/** An idle node takes about 250 MB; all uploads together may take 256 MB more. */
const MAX_MEMORY = 800;
const BOUNDARY = 'between-the-parts';

/**
 * Deliberately slow clients, all at once: endless headers, bodies sent byte by byte, idle connections, large pictures
 * in parallel. Other clients must create and read cases without delay, and the memory must stay bounded. Only the full
 * form checks the times: nothing else runs beside it.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const node = await start({ LOG_LEVEL: 'info' });
  const call = async (method: string, path: string, json?: object) => {
    const headers = { Authorization: `Bearer ${keys.test}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${node.url}/v1${path}`, {
      method,
      headers,
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: (await response.json()) as { id: string } };
  };
  const { body: created } = await call('POST', '/cases', newCase);
  const reads = measureLatencies(async () => (await call('GET', `/cases/${created.id}`)).status, 20);
  const creates = measureLatencies(async () => (await call('POST', '/cases', newCase)).status, 50);
  const head = `POST /v1/cases HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.test}\r\n`;
  const body = `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`;
  const idle = await openSlowly(lab, node.url, lab.size(2000, 60), { first: '', again: null, everyMs: 1000 });
  const heads = await openSlowly(lab, node.url, lab.size(300, 15), {
    first: head,
    again: 'X: y\r\n',
    everyMs: 1000,
  });
  const bodies = await openSlowly(lab, node.url, lab.size(300, 15), {
    first: body,
    again: ' ',
    everyMs: 100,
  });
  const uploads = await upload(lab, node.url, keys.test, lab.size(20_000_000, 30_000));
  const deadline = performance.now() + lab.size(45_000, 500);
  while (performance.now() < deadline) await pause(100);
  await Promise.all([reads.stop(), creates.stop()]);
  const memoryMb = memoryOf(node.child.pid!, 'peak');
  const isFast = Math.max(reads.p99, creates.p99) < lab.limit(MAX_MS);
  const ok =
    isFast && reads.failed + creates.failed === 0 && uploads.unexpected === 0 && (memoryMb ?? 0) < MAX_MEMORY;
  const others = {
    reads: reads.count,
    readP99Ms: reads.p99,
    creates: creates.count,
    createP99Ms: creates.p99,
  };
  const ended = { idle: idle(), heads: heads(), bodies: bodies() };
  return { ok, ...others, failed: reads.failed + creates.failed, memoryMb, ended, uploads };
}

/**
 * One upload byte by byte, each byte in its own chunk, and large ones in parallel. Each gets a response, possibly a
 * refusal.
 */
async function upload(lab: Lab, url: string, key: string, bytes: number) {
  const answers: number[] = [];
  const parallel = lab.size(24, 4);
  const all = Array.from({ length: parallel + 1 }, async (_, index) => {
    const id = await startCheck(url, key);
    const chunk = index === 0 ? 1 : 65_536;
    const size = index === 0 ? Math.min(bytes, 400_000) : bytes;
    answers.push(await send(`${url}/v1/biometrics/selfie-check/${id}/capture`, { key, size, chunk }));
  });
  await Promise.all(all);
  // Not a picture, too many at once, or aborted before it was read.
  const expected = [0, 413, 422, 503];
  return { parallel, answers, unexpected: answers.filter((status) => !expected.includes(status)).length };
}

async function startCheck(url: string, key: string): Promise<string> {
  const post = async (path: string, json: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
    return ((await response.json()) as { id: string }).id;
  };
  const id = await post('/cases', newCase);
  await post(`/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
  return await post('/biometrics/selfie-check', { caseId: id });
}

/** @returns the status of the answer; 0 where the connection was cut. */
function send(
  url: string,
  { key, size, chunk }: { key: string; size: number; chunk: number },
): Promise<number> {
  return new Promise((resolve) => {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type };
    const outgoing = request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    outgoing.on('error', () => resolve(0));
    const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="frames"; filename="f"\r\n\r\n`;
    outgoing.write(part);
    let left = size;
    const more = (): void => {
      while (left > 0 && !outgoing.destroyed) {
        left -= chunk;
        if (!outgoing.write(Buffer.alloc(chunk, 1))) return void outgoing.once('drain', more);
      }
      outgoing.end(`\r\n--${BOUNDARY}--\r\n`);
    };
    more();
  });
}
