import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newCase, person } from '../../support/verification.ts';

interface Sent {
  /** The Idempotency-Key, the path and the body of a create that was answered. */
  key: string;
  id: string;
  reference: string;
}

/** People who create cases and give their details without a pause, at whichever node answers. */
export class CrashLoad {
  readonly answered: Sent[] = [];
  readonly unexpected: string[] = [];
  answers = 0;
  readonly #urls: () => readonly string[];
  readonly #key: string;
  #isOver = false;
  #lanes: Promise<void>[] = [];

  constructor(urls: () => readonly string[], key: string) {
    this.#urls = urls;
    this.#key = key;
  }

  begin(lanes: number): void {
    this.#lanes = Array.from({ length: lanes }, () => this.#lane());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  /** Sends creates that were answered once more. @returns those that were answered otherwise. */
  async replay(most: number): Promise<string[]> {
    const wrong: string[] = [];
    for (const { key, id, reference } of this.answered.slice(-most)) {
      const again = await this.#post('/cases', { ...newCase, clientReferenceId: reference }, key);
      if (again?.body.id !== id) wrong.push(`${id} became ${again?.status} ${again?.body.id}`);
    }
    return wrong;
  }

  async #lane(): Promise<void> {
    while (!this.#isOver) {
      const [key, reference] = [randomUUID(), randomUUID()];
      const made = await this.#post('/cases', { ...newCase, clientReferenceId: reference }, key);
      if (made?.status !== 201) {
        await pause(20);
        continue;
      }
      this.answered.push({ key, id: made.body.id, reference });
      await this.#post(`/cases/${made.body.id}/personal-details`, {
        ...person,
        familyName: 'IDVTEST_UNDERAGE',
      });
    }
  }

  /** @returns `null` without an answer. */
  async #post(path: string, json: object, key: string = randomUUID()) {
    const urls = this.#urls();
    const url = urls[Math.floor(Math.random() * urls.length)];
    if (!url) return null;
    const headers = {
      Authorization: `Bearer ${this.#key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    };
    const init = { method: 'POST', headers, body: JSON.stringify(json) };
    try {
      const response = await fetch(`${url}/v1${path}`, init);
      this.answers++;
      const body = (await response.json()) as { id: string; code?: string };
      const isExpected = response.ok || response.status === 503;
      if (!isExpected) this.unexpected.push(`${path.split('/').at(-1)} ${response.status} ${body.code}`);
      return { status: response.status, body };
    } catch {
      return null;
    }
  }
}
