import { setTimeout as pause } from 'node:timers/promises';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import type { DrawnRecording } from '../../support/drawnRecording.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { captureOf, newCase, person } from '../../support/verification.ts';

interface Options {
  /** The URL for calls of the page, possibly another node; by default `url`. */
  page?: string;
  /** Draws the recording to be judged; if absent, a test name forces the verdict. */
  record?: (steps: readonly ChallengeStep[]) => Promise<Partial<DrawnRecording>>;
  /** How often the back end asks for the outcome; by default 25 ms. */
  everyMs?: number;
}

/**
 * One whole verification in test mode: case, session key, consent, details, challenge, capture, and the wait for the
 * outcome.
 * @throws if a step is refused, or the case comes to nothing in a minute.
 */
export async function verifyOverHttp(
  url: string,
  key: string,
  { page = url, record, everyMs = 25 }: Options = {},
): Promise<void> {
  const session = { allowedOrigins: ['https://shop.example'] };
  const { id, session: made } = await send(url, key, '/cases', { json: { ...newCase, session } });
  const own = made!.sessionKey;
  await send(page, own, `/cases/${id}/consent`, {
    json: { biometric: true, textVersion: '1', locale: 'en' },
  });
  await send(page, own, `/cases/${id}/personal-details`, {
    json: { ...person, ...(!record && { familyName: 'IDVTEST_APPROVE' }) },
  });
  const check = await send(page, own, '/biometrics/selfie-check', { json: { caseId: id } });
  await send(page, own, `/biometrics/selfie-check/${check.id}/capture`, {
    body: captureOf(check.challenge!, await record?.(check.challenge!.steps)),
  });
  const began = performance.now();
  for (;;) {
    const { status } = await send(url, key, `/cases/${id}`, {});
    if (status === 'approved') return;
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${status} after ${PATIENCE_MS} ms`);
    await pause(everyMs);
  }
}

interface Answer {
  id: string;
  status: string;
  session?: { sessionKey: string };
  challenge?: { nonce: string; steps: ChallengeStep[] };
}

async function send(
  url: string,
  key: string,
  path: string,
  { json, body }: { json?: object; body?: FormData },
): Promise<Answer> {
  const response = await fetch(`${url}/v1${path}`, {
    method: json || body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, ...(json && { 'Content-Type': 'application/json' }) },
    ...(json ? { body: JSON.stringify(json) } : body ? { body } : {}),
  });
  const answer = (await response.json()) as Answer & { code?: string };
  if (!response.ok) throw new Error(`${path.replace(/_\w+/g, '')} ${response.status} ${answer.code}`);
  return answer;
}
