import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { errorForLog, type Log } from '../log.ts';
import { breakOff } from './postgres/pgConnection.ts';

const CHANNEL = 'idv_verify_wake';
/** Signals within this time are sent as one. */
const GATHER_MS = 10;
const RECONNECT_MS = 1000;
/** Time limit for opening the connection and for the answer to LISTEN, together. */
const CONNECT_MS = 5000;
/** Time limit for closing it in order. */
const CLOSE_MS = 1000;
/** Nobody says that a network was cut: the connection is tried so often, and given up without an answer within this time. */
const PROBE_MS = 5000;

/**
 * Broadcasts signals to the other processes of a database by LISTEN and NOTIFY. It uses its own connection, outside the
 * transactions that the signals announce: a commit with a NOTIFY waits for all other commits with one. A signal lost
 * with the connection only causes a delay: every node polls once a second.
 */
export class WakeChannel {
  readonly #connectionString: string;
  readonly #log: Log;
  readonly #own = randomUUID();
  readonly #waiting = new Set<string>();
  #signals: WakeSignals | null = null;
  #client: pg.Client | null = null;
  /** Of the next attempt to connect, of its time limit, or of the next probe. */
  #timer: NodeJS.Timeout | undefined;
  /** Why there is no connection, as logged; `null` while there is one. */
  #lost: string | null = null;
  /** The client that is sending a NOTIFY; it runs one statement at a time. */
  #telling: pg.Client | null = null;

  constructor(connectionString: string, log: Log) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  /** Starts to listen and to broadcast. @returns when the first attempt to connect is over, which nothing has to wait for. */
  async open(signals: WakeSignals): Promise<void> {
    this.#signals = signals;
    for (const [name, signal] of Object.entries(signals)) signal.broadcastBy(() => this.#tell(name));
    await this.#connect();
  }

  async close(): Promise<void> {
    for (const signal of Object.values(this.#signals ?? {})) signal.broadcastBy(null);
    this.#signals = null;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    if (!client) return;
    // The connection is not used any more: a failure to close it in order loses nothing. A silent server confirms no end.
    await Promise.race([client.end().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })]);
    breakOff(client);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      keepAlive: true,
    });
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new ConnectionEnded()));
    client.on('notification', ({ payload = '' }) => this.#hear(payload));
    this.#client = client;
    this.#timer = setTimeout(() => this.#lose(client, new ConnectionSilent()), CONNECT_MS);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (this.#client !== client) return;
      clearTimeout(this.#timer);
      if (this.#lost !== null) this.#log.info('wake channel open again');
      this.#lost = null;
      this.#probeLater(client);
      this.#flush();
    } catch (error) {
      this.#lose(client, error);
    }
  }

  /** Connects again in a second. A cause is logged once, not at each attempt. */
  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearTimeout(this.#timer);
    breakOff(client);
    const fields = errorForLog(error);
    const cause = `${fields['error']} ${fields['code']}`;
    if (cause !== this.#lost) this.#log.warn('wake channel lost', fields);
    this.#lost = cause;
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS);
  }

  #probeLater(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#lose(client, new ConnectionSilent()), PROBE_MS);
      client.query('select 1').then(
        () => {
          if (this.#client !== client) return;
          clearTimeout(this.#timer);
          this.#probeLater(client);
        },
        (error) => this.#lose(client, error),
      );
    }, PROBE_MS);
  }

  #hear(payload: string): void {
    const [sender, ...names] = payload.split(' ');
    if (sender === this.#own || !this.#signals) return;
    for (const name of names) this.#signals[name as keyof WakeSignals]?.wake();
  }

  #tell(name: string): void {
    if (this.#waiting.size === 0) setTimeout(() => this.#flush(), GATHER_MS);
    this.#waiting.add(name);
  }

  #flush(): void {
    const client = this.#client;
    if (this.#waiting.size === 0 || !client || this.#telling === client) return;
    const payload = [this.#own, ...this.#waiting].join(' ');
    this.#waiting.clear();
    this.#telling = client;
    const notified = client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    notified
      .catch((error) => this.#lose(client, error))
      .finally(() => {
        if (this.#telling === client) this.#telling = null;
        // Signals that arrived in the meantime are sent as one.
        this.#flush();
      });
  }
}

/** The server closed the connection without an error. */
class ConnectionEnded extends Error {
  override name = 'ConnectionEnded';
}

/** The server does not answer. */
class ConnectionSilent extends Error {
  override name = 'ConnectionSilent';
}

/**
 * Wakes a background loop or a stream after a commit. `markDirty` records that a transaction changes what it waits for;
 * `notifyAfterCommit` notifies the listeners after its commit. They also poll, so a lost signal only delays.
 */
export class WakeSignal {
  readonly #marked = new WeakSet<object>();
  readonly #listeners = new Set<() => void>();
  #share: (() => void) | null = null;

  /** @param transaction the transaction with the work; a rollback wakes no loop. */
  markDirty(transaction: object): void {
    this.#marked.add(transaction);
  }

  /** Must be called after the commit of `transaction`. */
  notifyAfterCommit(transaction: object): void {
    if (!this.#marked.delete(transaction)) return;
    this.wake();
    this.#share?.();
  }

  /** Notifies the listeners of this process only. */
  wake(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** @param share called with each notification of this process, to notify the other processes. */
  broadcastBy(share: (() => void) | null): void {
    this.#share = share;
  }

  /** @returns ends it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** One signal for each background loop that a transaction may give work to, and one for streams of hand-offs. */
export interface WakeSignals {
  handoffs: WakeSignal;
  jobs: WakeSignal;
  deliveries: WakeSignal;
}
