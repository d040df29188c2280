import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { picture } from '../support/picture.ts';
import { captureOf, newCase } from '../support/verification.ts';
import { costs, isUndisturbed, reads } from './starve/hostileLoad.ts';
import { cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

const MAX_P99_MS = 1000;
/** Each visitor sends a picture of about 0.13 MB so often: 0.6 MB a second. */
const EVERY_MS = 200;

interface Check {
  id: string;
  caseId: string;
  challenge: { nonce: string; steps: ChallengeStep[] };
}

/**
 * Attackers send pictures that are expensive to decode as fast as they can, half of them with a wrong nonce, in one
 * case after the other. Genuine captures sent meanwhile must not wait for them. Only the full form checks the times:
 * nothing else runs beside it.
 */
async function captures(lab: Lab): Promise<Findings> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const { url } = await start();
  const dear = await sharp({ create: { width: 4096, height: 4096, channels: 4, background: '#a86' } })
    .png({ compressionLevel: 3 })
    .toBuffer();
  const interlaced = await sharp(dear).resize(2048).png({ progressive: true }).toBuffer();
  let isOver = false;
  const answers: Record<string, number> = {};
  const visit = async (index: number) => {
    let check = await startCheck(url, keys.test);
    while (!isOver) {
      const began = performance.now();
      const isWrong = index % 2 === 0;
      const challenge = isWrong ? { ...check.challenge, nonce: 'wrong' } : check.challenge;
      const { status, code } = await send(url, keys.test, check.id, {
        challenge,
        frame: isWrong ? interlaced : dear,
      });
      answers[`${status} ${code}`] = (answers[`${status} ${code}`] ?? 0) + 1;
      if (status === 202 || code === 'challenge_expired' || code === 'case_state_conflict')
        check = await startCheck(url, keys.test);
      await pause(Math.max(0, EVERY_MS - (performance.now() - began)));
    }
  };
  // Its processes start with the first pictures that come at once.
  const warm = async () => {
    const { id, challenge } = await startCheck(url, keys.test);
    await send(url, keys.test, id, { challenge, frame: picture() });
  };
  await Promise.all([warm(), warm(), warm(), warm()]);
  const visitors = Array.from({ length: lab.size(24, 4) }, (_, index) => visit(index));
  const times: number[] = [];
  let failed = 0;
  const deadline = performance.now() + lab.size(60_000, 3000);
  while (performance.now() < deadline) {
    const { id, challenge } = await startCheck(url, keys.test);
    const began = performance.now();
    const { status } = await send(url, keys.test, id, { challenge, frame: picture() });
    times.push(performance.now() - began);
    if (status !== 202) failed++;
  }
  isOver = true;
  await Promise.all(visitors);
  times.sort((one, other) => one - other);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]!);
  const [p50, p99] = [at(0.5), at(0.99)];
  const ok = failed === 0 && times.length > 0 && p99 <= lab.limit(MAX_P99_MS);
  return { ok, visitors: visitors.length, honest: times.length, failed, p50Ms: p50, p99Ms: p99, answers };
}

/**
 * `PROVE_PARTS` names the parts to run: `captures`; `costs`, the processor time of every route for hostile headers,
 * queries, cookies and bodies; `reads`, of a back end beside such requests.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const parts = process.env['PROVE_PARTS']?.split(',') ?? ['captures', 'costs', 'reads'];
  const figures: Findings = { ok: true };
  if (parts.includes('captures')) Object.assign(figures, await captures(lab));
  const cost = parts.includes('costs') ? await costs(lab) : null;
  const beside = parts.includes('reads') ? await reads(lab) : null;
  const ok = figures.ok && (!cost || cost.dear.length === 0) && (!beside || isUndisturbed(lab, beside));
  return { ...figures, ...(cost && { cost }), ...(beside && { reads: beside }), ok };
}

async function startCheck(url: string, key: string): Promise<Check> {
  const post = async <Body>(path: string, json: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
    return (await response.json()) as Body;
  };
  const { id } = await post<{ id: string }>('/cases', newCase);
  await post(`/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
  return await post<Check>('/biometrics/selfie-check', { caseId: id });
}

async function send(
  url: string,
  key: string,
  id: string,
  { challenge, frame }: { challenge: Check['challenge']; frame: Buffer },
): Promise<{ status: number; code: string }> {
  const body = captureOf(challenge, { steps: ['center'], frames: [frame] });
  const init = { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body };
  const response = await fetch(`${url}/v1/biometrics/selfie-check/${id}/capture`, init);
  const { code = '' } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}
