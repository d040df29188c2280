import { randomBytes } from 'node:crypto';
import { picture } from '../../support/picture.ts';
import { captureOf, newCase, person } from '../../support/verification.ts';

/** A check that waits for its capture. */
interface Ready {
  id: string;
  challenge: { nonce: string; steps: string[] };
}

const noise = randomBytes(480 * 480);

/** A picture of as many bytes as one of a camera, some 120 kB: half of each pixel is noise. */
export const cameraFrame = picture({ grey: (x, y) => noise[y * 480 + x]! & 0xf0 });

/** Captures of cases whose outcome a test name forces, so that nobody looks for a face in their pictures. */
export class CaptureLoad {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** A new case up to the challenge of its selfie. */
  async prepare(): Promise<Ready> {
    const { id } = await this.#send<{ id: string }>('/cases', newCase);
    await this.#send(`/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
    await this.#send(`/cases/${id}/personal-details`, { ...person, familyName: 'IDVTEST_APPROVE' });
    return await this.#send<Ready>('/biometrics/selfie-check', { caseId: id });
  }

  /** Resolves once the capture is acknowledged. @returns how many bytes its pictures have. */
  async capture({ id, challenge }: Ready): Promise<number> {
    await this.#send(`/biometrics/selfie-check/${id}/capture`, captureOf(challenge, { frame: cameraFrame }));
    return cameraFrame.length * challenge.steps.length;
  }

  async #send<T>(path: string, body: object): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#url}/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.#key}`,
        ...(!isForm && { 'Content-Type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as T & { code?: string };
    if (!response.ok) throw new Error(`${path.replace(/_\w+/g, '')} ${response.status} ${answer.code}`);
    return answer;
  }
}
