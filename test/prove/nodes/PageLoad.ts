import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceNode } from '../support/startNode.ts';
import { verifyOverHttp } from '../support/verifyOverHttp.ts';

interface Options {
  key: string;
  /** Receives what fails. */
  failures: string[];
  /** At a time, for each node. */
  people: number;
  /** The picture of each step; by default a small one. */
  frame?: Buffer;
  /** How often each asks for the outcome. */
  everyMs?: number;
}

/** People who complete verifications at the running nodes, one after the other. */
export class PageLoad {
  readonly #nodes: readonly ServiceNode[];
  readonly #options: Options;
  done = 0;

  constructor(nodes: readonly ServiceNode[], options: Options) {
    this.#nodes = nodes;
    this.#options = options;
  }

  /** @returns verifications a second, after a fifth of the time. */
  async rate(seconds: number): Promise<number> {
    const people = this.run(performance.now() + seconds * 1000);
    await pause(seconds * 200);
    const [from, began] = [this.done, performance.now()];
    await pause(seconds * 800);
    const rate = ((this.done - from) * 1000) / (performance.now() - began);
    await people;
    return rate;
  }

  async run(until: number): Promise<void> {
    const { key, failures, people, frame, ...more } = this.#options;
    const record = async (steps: readonly string[]) => (frame ? { frames: steps.map(() => frame) } : {});
    const person = async (_: unknown, index: number) => {
      for (let turn = index; performance.now() < until; turn++) {
        const node = this.#nodes[turn % this.#nodes.length]!;
        const page = this.#nodes[(turn + 1) % this.#nodes.length]!;
        await verifyOverHttp(node.url, key, { page: page.url, record, ...more })
          .then(() => this.done++)
          .catch((error: Error) => failures.push(error.message));
      }
    };
    await Promise.all(Array.from({ length: people * this.#nodes.length }, person));
  }
}
