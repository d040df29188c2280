import { setTimeout as pause } from 'node:timers/promises';
import { newCase, person } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';
import type { Cluster } from '../support/cluster.ts';
import type { ServiceNode } from '../support/startNode.ts';
import { post } from './post.ts';

/** A page that follows a hand-off, and opens its stream again whenever it ends, as a browser does. */
export class StreamOfHandoff {
  readonly #id: string;
  readonly #key: string;
  #status = '';
  #heardAt = 0;

  private constructor(id: string, key: string) {
    this.#id = id;
    this.#key = key;
  }

  static async open({ url }: ServiceNode, { keys }: Cluster): Promise<StreamOfHandoff> {
    const { id } = (await (await post(`${url}/v1/cases`, keys.test, newCase)).json()) as { id: string };
    const consent = { biometric: true, textVersion: '1', locale: 'en' };
    await post(`${url}/v1/cases/${id}/consent`, keys.test, consent);
    await post(`${url}/v1/cases/${id}/personal-details`, keys.test, person);
    await post(`${url}/v1/cases/${id}/handoff`, keys.test);
    const stream = new StreamOfHandoff(id, keys.test);
    void stream.#follow(`${url}/v1/cases/${id}/handoff`);
    await waitFor(() => stream.#status === 'waiting');
    return stream;
  }

  /** A phone joins at a node, with the code that the page shows anew each minute. @returns after how many milliseconds the page hears of it. */
  async hearsOf({ url }: ServiceNode): Promise<number> {
    const code = await post(`${url}/v1/cases/${this.#id}/handoff`, this.#key);
    const link = new URL(((await code.json()) as { url: string }).url);
    const joined = await post(`${url}/v1/handoffs/join`, '', { secret: link.hash.slice(1) });
    if (joined.status !== 200) throw new Error(`The phone did not join: ${joined.status}`);
    const at = performance.now();
    await waitFor(() => this.#status !== 'waiting');
    return Math.round(this.#heardAt - at);
  }

  async #follow(url: string): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#key}`, Accept: 'text/event-stream' };
    while (this.#status === '' || this.#status === 'waiting') {
      const response = await fetch(url, { headers }).catch(() => null);
      try {
        for await (const chunk of response?.body?.pipeThrough(new TextDecoderStream()) ?? [])
          this.#hear(chunk);
      } catch {
        // It broke, as streams do; the next one tells the state.
      }
      await pause(100);
    }
  }

  #hear(chunk: string): void {
    const status = /"status":"(\w+)"/.exec(chunk)?.[1];
    if (!status) return;
    this.#status = status;
    this.#heardAt = performance.now();
  }
}
