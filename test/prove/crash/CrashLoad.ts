import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { picture } from '../../support/picture.ts';
import { newCase, person } from '../../support/verification.ts';
import { WALLET_ORIGIN } from '../../support/walletHolder.ts';
import { followLink, type WalletPeople } from '../support/walletPeople.ts';

interface Answer {
  id: string;
  code?: string;
  /** Of a document check. */
  nonce: string;
  session: { sessionKey: string };
  /** Of a request to a wallet. */
  requests: Parameters<WalletPeople['answer']>[0]['requests'];
  link: string;
}

interface Sent {
  /** The Idempotency-Key, the path and the body of a create that was answered. */
  key: string;
  id: string;
  reference: string;
}

/** A case whose page may request a credential from a wallet, and show a document. */
const walletCase = {
  ...newCase,
  policy: { credential: 'offer', document: 'offer' },
  session: { allowedOrigins: [WALLET_ORIGIN] },
};

/** Both sides of a card, as large as a still must be. */
const STILL = new Blob([new Uint8Array(picture({ width: 800, height: 500 }))], { type: 'image/png' });

/**
 * People who create cases and give their details, by turns typed, after a document, or from a wallet, with a link and a
 * hand-off in between, without a pause, at whichever node answers.
 */
export class CrashLoad {
  readonly answered: Sent[] = [];
  readonly unexpected: string[] = [];
  answers = 0;
  /** Answers by links that were handed in. */
  linked = 0;
  /** Documents that were taken. */
  documents = 0;
  readonly #urls: () => readonly string[];
  readonly #key: string;
  readonly #people: WalletPeople;
  #isOver = false;
  #lanes: Promise<void>[] = [];

  constructor(urls: () => readonly string[], key: string, people: WalletPeople) {
    this.#urls = urls;
    this.#key = key;
    this.#people = people;
  }

  begin(concurrency: number): void {
    this.#lanes = Array.from({ length: concurrency }, () => this.#lane());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  /** Repeats creates that already got a response. @returns those with a different response. */
  async replay(max: number): Promise<string[]> {
    const wrong: string[] = [];
    for (const { key, id, reference } of this.answered.slice(-max)) {
      const again = await this.#post('/cases', { ...walletCase, clientReferenceId: reference }, key);
      if (again?.body.id !== id) wrong.push(`${id} became ${again?.status} ${again?.body.id}`);
    }
    return wrong;
  }

  async #lane(): Promise<void> {
    while (!this.#isOver) {
      const [key, reference] = [randomUUID(), randomUUID()];
      const made = await this.#post('/cases', { ...walletCase, clientReferenceId: reference }, key);
      if (made?.status !== 201) {
        await pause(20);
        continue;
      }
      this.answered.push({ key, id: made.body.id, reference });
      if (this.answered.length % 2 === 0) await this.#share(made.body);
      else if (this.answered.length % 4 === 1) await this.#show(made.body.id);
      else await this.#type(made.body.id);
    }
  }

  async #type(id: string): Promise<void> {
    await this.#post(`/cases/${id}/personal-details`, { ...person, familyName: 'IDVTEST_UNDERAGE' });
  }

  async #show(id: string): Promise<void> {
    if ((await this.#consent(id))?.status !== 200) return;
    const check = await this.#post('/biometrics/document-check', { caseId: id, type: 'id_card' });
    if (check?.status !== 201) return;
    const body = new FormData();
    body.append('nonce', check.body.nonce);
    body.append('source', 'camera');
    for (const side of ['front', 'back']) body.append(side, STILL, `${side}.png`);
    const taken = await this.#post(`/biometrics/document-check/${check.body.id}/capture`, body);
    if (taken?.status === 202) this.documents++;
    await this.#type(id);
  }

  #consent(id: string) {
    return this.#post(`/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
  }

  /**
   * By turns through the browser and through a link. Each step needs the one before, which an answer that did not
   * arrive leaves open.
   */
  async #share({ id, session }: Answer): Promise<void> {
    if ((await this.#consent(id))?.status !== 200) return;
    if ((await this.#post(`/cases/${id}/link`, {}))?.status !== 201) return;
    if ((await this.#post(`/cases/${id}/handoff`, {}))?.status !== 201) return;
    const page = session.sessionKey;
    const back = { returnPath: '/verify' };
    const requested = await this.#post(`/cases/${id}/credential-requests`, back, randomUUID(), page);
    if (requested?.status !== 201) return;
    const isLinked = this.answered.length % 4 === 0;
    // A wallet without a response to its call returns no link.
    const answer = isLinked
      ? await followLink(this.#people, requested.body.link).catch(() => null)
      : this.#people.answer(requested.body);
    if (!answer) return;
    const path = `/credential-requests/${requested.body.id}/response`;
    const taken = await this.#post(path, answer, randomUUID(), page);
    if (isLinked && taken?.status === 202) this.linked++;
  }

  /** @returns `null` without an answer. */
  async #post(path: string, sent: object, key: string = randomUUID(), page?: string) {
    const urls = this.#urls();
    const url = urls[Math.floor(Math.random() * urls.length)];
    if (!url) return null;
    const isForm = sent instanceof FormData;
    const headers = {
      Authorization: `Bearer ${page ?? this.#key}`,
      ...(page && { Origin: WALLET_ORIGIN }),
      ...(!isForm && { 'Content-Type': 'application/json' }),
      'Idempotency-Key': key,
    };
    const init = { method: 'POST', headers, body: isForm ? sent : JSON.stringify(sent) };
    try {
      const response = await fetch(`${url}/v1${path}`, init);
      this.answers++;
      const body = (await response.json()) as Answer;
      const isExpected = response.ok || response.status === 503;
      if (!isExpected) this.unexpected.push(`${path.split('/').at(-1)} ${response.status} ${body.code}`);
      return { status: response.status, body };
    } catch {
      return null;
    }
  }
}
