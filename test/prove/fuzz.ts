import { captureOf, newCase } from '../support/verification.ts';
import { FuzzTarget } from './fuzz/FuzzTarget.ts';
import { fuzzedPictures } from './fuzz/fuzzedPictures.ts';
import { cluster } from './support/cluster.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import { measureLatencies } from './support/latencies.ts';
import { memoryOf } from './support/memoryOf.ts';
import type { Findings } from './support/Proof.ts';

const LANES = 4;
const MAX_MS = 250;
const MAX_MEMORY = 1200;

/**
 * Requests generated from the service's own description with one fault each, and pictures with bytes changed, cut and
 * doubled, including known bombs. None is answered by 5xx, memory stays bounded, and other callers are not affected.
 * Only the full form judges times, because it has the machine to itself.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const node = await start({ LOG_LEVEL: 'info' });
  const post = async (path: string, json: object) => {
    const headers = { Authorization: `Bearer ${keys.test}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${node.url}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    });
    return await response.json();
  };
  const description = await (await fetch(`${node.url}/openapi.json`)).json();
  const session = { allowedOrigins: ['https://shop.example'] };
  const own = await post('/cases', newCase);
  const newSession = async () => (await post('/cases', { ...newCase, session })).session.sessionKey as string;
  const target = new FuzzTarget(node.url, { keys: [keys.test, keys.live], newSession }, description);
  const read = () =>
    fetch(`${node.url}/v1/cases/${own.id}`, { headers: { Authorization: `Bearer ${keys.test}` } }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
    );
  const others = measureLatencies(read, 20);
  const faults: string[] = [];
  const answers: Record<string, number> = {};
  const requests = lab.size(100_000, 150);
  await inLanes(requests, LANES, async () => {
    const { status, request } = await target.send();
    answers[status] = (answers[status] ?? 0) + 1;
    if (status >= 500) faults.push(`${status} ${request}`);
  });
  const files = await fuzzedPictures({
    count: lab.size(2000, 8),
    hugeSide: lab.size(20_000, 4200),
    textMb: lab.size(200, 40),
  });
  await inLanes(files.length, 2, async (index) => {
    const { id } = await post('/cases', newCase);
    await post(`/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
    const check = await post('/biometrics/selfie-check', { caseId: id });
    const body = captureOf(check.challenge, { steps: ['center'], frames: [files[index]!] });
    const init = { method: 'POST', headers: { Authorization: `Bearer ${keys.test}` }, body };
    const { status } = await fetch(`${node.url}/v1/biometrics/selfie-check/${check.id}/capture`, init);
    answers[`picture ${status}`] = (answers[`picture ${status}`] ?? 0) + 1;
    if (status >= 500) faults.push(`${status} picture ${index}`);
  });
  await others.stop();
  const memoryMb = memoryOf(node.child.pid!, 'peak');
  const isFast = lab.form === 'quick' || others.p99 < MAX_MS;
  const isAlive = node.child.exitCode === null && others.failed === 0;
  const ok = faults.length === 0 && isAlive && isFast && (memoryMb ?? 0) < MAX_MEMORY;
  const { p50, p99 } = others;
  const shown = { operations: target.operations, requests, pictures: files.length, answers, memoryMb };
  return { ok, ...shown, others: { p50, p99, failed: others.failed }, faults: faults.slice(0, 3) };
}
