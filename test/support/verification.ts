import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import type { DrawnRecording } from './drawnRecording.ts';
import { picture } from './picture.ts';
import { ruleOut } from './ruleOut.ts';
import type { CallOptions, Reply, TestService } from './service.ts';

export const person = {
  givenName: 'Mirela',
  familyName: 'Dragavei',
  dateOfBirth: '1990-05-17',
  nationalities: ['RO'],
  address: { line1: 'Strada Lunga 7', city: 'Brasov', postalCode: '500001', country: 'RO' },
};

export const newCase = { type: 'kyc_individual', returnUrl: 'https://shop.example/back' };
const consent = { biometric: true, textVersion: '2026-01', locale: 'en' };

/** `steps` in place of those of the challenge, one `frame` for all steps or what `frames` makes of them. */
export interface SelfieOptions {
  steps?: ChallengeStep[];
  frame?: Buffer;
  frames?: (steps: ChallengeStep[]) => Promise<Buffer[]>;
  /** Frames with their recording, and the label of its camera. */
  record?: (steps: ChallengeStep[]) => Promise<DrawnRecording & { cameraLabel?: string }>;
}

/** The steps of one verification, as the back end or the page would send them. */
export interface Verification {
  id: string;
  /** The key of its page; of a case that was created with a session. */
  page: CallOptions;
  read(): Promise<Reply['body']>;
  consent(): Promise<Reply>;
  details(change?: object, options?: CallOptions): Promise<Reply>;
  /** Starts a check and answers its challenge. */
  selfie(options?: SelfieOptions): Promise<Reply>;
  /** The kinds of its events so far, in order. */
  events(): Promise<string[]>;
}

/** Creates a case and drives it with an API key; all background work of each step is done when it returns. */
export async function verify(service: TestService, input: object = {}, key?: string): Promise<Verification> {
  const auth = key ? { key } : {};
  if (key?.startsWith('idv_live_')) await setContact(service);
  const created = await service.call('POST', '/cases', { json: { ...newCase, ...input }, ...auth });
  const { id, session } = created.body;
  const send = async (path: string, options: CallOptions) => {
    const reply = await service.call('POST', path, { ...auth, ...options });
    await service.tick();
    return reply;
  };
  return {
    id,
    page: session ? { key: session.sessionKey, headers: { Origin: new URL(service.url).origin } } : auth,
    read: async () => (await service.call('GET', `/cases/${id}`, auth)).body,
    consent: () => send(`/cases/${id}/consent`, { json: consent }),
    details: (change, options) =>
      send(`/cases/${id}/personal-details`, { json: { ...person, ...change }, ...options }),
    selfie: async ({ steps, frame, frames, record } = {}) => {
      const started = await service.call('POST', '/biometrics/selfie-check', {
        json: { caseId: id },
        ...auth,
      });
      if (started.status !== 201) return started;
      const { challenge } = started.body;
      const shownSteps = steps ?? challenge.steps;
      const made = await record?.(shownSteps);
      const body = captureOf(challenge, { steps, frame, frames: await frames?.(shownSteps), ...made });
      return await send(`/biometrics/selfie-check/${started.body.id}/capture`, { body });
    },
    events: async () => {
      const rows = await service.deps.db
        .selectFrom('events')
        .select('type')
        .where('case_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map(({ type }) => type);
    },
  };
}

/** Sets the contact without which live mode takes no case. */
export async function setContact({ call, keys }: Pick<TestService, 'call' | 'keys'>): Promise<void> {
  const json = { supportEmail: 'help@shop.example' };
  const { status } = await call('PUT', '/branding', { key: keys.live, json });
  if (status !== 200) throw new Error(`The contact was refused with ${status}`);
}

/** Rules every hit of a screening out, as a reviewer does before an approval. @returns how many there were. */
export async function resolveHits(service: TestService, screeningId: string): Promise<number> {
  const { hits } = (await service.call('GET', `/aml/screen/${screeningId}`)).body;
  for (const { id } of hits) await ruleOut(service, screeningId, id);
  return hits.length;
}

interface Capture {
  steps?: string[] | undefined;
  frame?: Buffer | undefined;
  frames?: Buffer[] | undefined;
  trail?: Buffer[];
  trailTimes?: number[];
  times?: number[];
  cameraLabel?: string;
}

/** The multipart body that answers a challenge. */
export function captureOf(
  challenge: { nonce: string; steps: string[] },
  { steps = challenge.steps, frame = picture(), frames = steps.map(() => frame), ...recording }: Capture = {},
): FormData {
  const body = new FormData();
  body.append('nonce', challenge.nonce);
  body.append('steps', JSON.stringify(steps));
  for (const [index, file] of frames.entries())
    body.append('frames', new Blob([new Uint8Array(file)], { type: 'image/png' }), `${steps[index]}.png`);
  if (recording.trailTimes) body.append('trailTimes', JSON.stringify(recording.trailTimes));
  if (recording.cameraLabel) body.append('cameraLabel', recording.cameraLabel);
  if (recording.times) body.append('times', JSON.stringify(recording.times));
  for (const file of recording.trail ?? [])
    body.append('trail', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'trail.jpg');
  return body;
}
