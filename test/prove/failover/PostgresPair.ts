import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { copyPostgres, type StartedPostgres, startPostgres } from '../../support/startPostgres.ts';
import { type Relay, startRelay } from '../../support/startRelay.ts';
import { waitFor } from '../../support/waitFor.ts';
import type { Lab } from '../support/Lab.ts';
import type { Pair, Way } from './pair.ts';

/** How long a manager takes to notice that a primary is cut off. */
const NOTICE_MS = 2000;

/** PostgreSQL with a standby, and one address that leads to the primary, as that of HAProxy beside Patroni does. */
export class PostgresPair implements Pair {
  readonly ways: readonly Way[] = ['killed', 'cut', 'silent', 'switched'];
  /** For the service. */
  readonly url: string;
  readonly #lab: Lab;
  readonly #address: Relay;
  readonly #isSynchronous: boolean;
  #primary: StartedPostgres;
  #standby!: StartedPostgres;
  /** From the standby to the primary. */
  #line!: Relay;

  private constructor(lab: Lab, primary: StartedPostgres, address: Relay, isSynchronous: boolean) {
    this.#lab = lab;
    this.#primary = primary;
    this.#address = address;
    this.#isSynchronous = isSynchronous;
    this.url = `postgres://idv@127.0.0.1:${address.port}/postgres`;
  }

  static async start(lab: Lab, { synchronous }: { synchronous: boolean }): Promise<PostgresPair> {
    const primary = startPostgres();
    lab.defer(() => primary.stop());
    const address = await startRelay(primary.socket);
    lab.defer(() => address.close());
    const pair = new PostgresPair(lab, primary, address, synchronous);
    await pair.#attach();
    return pair;
  }

  async failOver(way: Way): Promise<number> {
    const isCut = way === 'cut' || way === 'silent';
    if (way === 'killed') this.#primary.kill();
    if (way === 'switched') await this.#primary.end();
    if (isCut) {
      this.#address.cut();
      this.#line.cut();
      await pause(NOTICE_MS);
    }
    await this.#standby.promote();
    const at = performance.now();
    if (way === 'cut') this.#address.drop();
    this.#address.leadTo(this.#standby.socket);
    return at;
  }

  /** The standby receives nothing any more, without noticing. */
  holdBack(): void {
    this.#line.cut();
  }

  /** The old primary, which may not even know that it is none any more, ends. */
  async restore(): Promise<void> {
    const [gone, line] = [this.#primary, this.#line];
    this.#primary = this.#standby;
    await this.#attach();
    gone.stop();
    await line.close();
  }

  async #attach(): Promise<void> {
    const line = await startRelay(this.#primary.socket);
    this.#lab.defer(() => line.close());
    this.#line = line;
    const standby = startPostgres({ copy: await copyPostgres(this.#primary, line.port) });
    this.#lab.defer(() => standby.stop());
    this.#standby = standby;
    const state = this.#isSynchronous ? 'sync' : 'async';
    if (this.#isSynchronous) {
      await this.#ask(`alter system set synchronous_standby_names = '*'`);
      await this.#ask('select pg_reload_conf()');
    }
    await waitFor(async () => {
      const rows = await this.#ask('select sync_state from pg_stat_replication');
      return rows.some(({ sync_state }) => sync_state === state);
    });
  }

  /** Asks the primary itself. */
  async #ask(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.#primary.url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
}
