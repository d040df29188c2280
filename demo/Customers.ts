import { randomBytes, randomUUID } from 'node:crypto';
import { type Choice, readChoice } from './choice.ts';

/** The bank's latest information on a verification, with its source. */
export interface Notice {
  caseId: string;
  status: string;
  version: number;
  reasons: string[];
  /** `webhook` with the type of its event, or `api`. */
  source: string;
  at: Date;
}

/** A visitor with a browser session. */
export interface Customer {
  id: string;
  /** The `state` of the case, which the return URL must repeat. */
  state: string;
  /** The newest notice of the newest case. */
  known: Notice | null;
  /** All notices, newest first. */
  notices: Notice[];
  /** The secret with which the panel verifies webhooks. It is the visitor's own, never that of the endpoint. */
  panelSecret: string;
  choice: Choice;
  /** The state of the fault scenarios: since when the back end is unavailable, the lost events, the ended session. */
  awaySince: number | null;
  lost: Set<string>;
  hasSessionEnded: boolean;
  /** The link to the service's own page, in the scenario that has one; it can be opened once. */
  link: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The network that the visitor came from. */
  network: string;
  /** The ids of the visitor's cases. */
  caseIds: Set<string>;
}

/** The prefix of the reference of every case of this site. */
export const CUSTOMER_PREFIX = 'customer_';
const MAX_CUSTOMERS = 10_000;
const MAX_OF_NETWORK = 1_000;
const LONGEST_STORY = 20;
/** A visitor's data is deleted after an hour. */
export const LIFETIME_MS = 3_600_000;

/** The bank's customers, in memory: a real bank would have a database. */
export class Customers {
  readonly #bySession = new Map<string, Customer>();
  readonly #byId = new Map<string, Customer>();
  readonly #bySessionKey = new Map<string, Customer>();
  /** The number of customers of each network. */
  readonly #ofNetwork = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #now: () => number;
  readonly #forget: (customerId: string) => void;

  /** @param forget called for each deleted customer. */
  constructor({
    now = Date.now,
    forget = () => {},
  }: { now?: () => number; forget?: (id: string) => void } = {}) {
    this.#now = now;
    this.#forget = forget;
  }

  find(session: string | undefined): Customer | null {
    this.forgetOld();
    return this.#bySession.get(session ?? '') ?? null;
  }

  findById(id: string | null): Customer | null {
    return this.#byId.get(id ?? '') ?? null;
  }

  /** The customer who received this session key. */
  findBySessionKey(key: string): Customer | null {
    this.forgetOld();
    return this.#bySessionKey.get(key) ?? null;
  }

  addSession(customer: Customer, { sessionKey, caseId }: { sessionKey: string; caseId: string }): void {
    this.#bySessionKey.set(sessionKey, customer);
    customer.caseIds.add(caseId);
  }

  /** Remembers the case of a link, which the back end created. */
  addLink(customer: Customer, caseId: string, url: string): void {
    customer.caseIds.add(caseId);
    customer.link = url;
  }

  /**
   * Creates a customer with a session. If a network has too many, its oldest is deleted; if all are too many, the oldest
   * of the network with the most, so that nobody pushes out the visitors of other networks.
   */
  create(choice = readChoice(new URLSearchParams()), network = ''): { session: string; customer: Customer } {
    const session = randomUUID();
    const customer: Customer = {
      id: `${CUSTOMER_PREFIX}${randomUUID()}`,
      state: randomUUID(),
      known: null,
      notices: [],
      panelSecret: `whsec_${randomBytes(32).toString('base64')}`,
      choice,
      awaySince: null,
      lost: new Set(),
      hasSessionEnded: false,
      link: null,
      createdAt: this.#now(),
      network,
      caseIds: new Set(),
    };
    this.#bySession.set(session, customer);
    this.#byId.set(customer.id, customer);
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
    this.forgetOld();
    this.#dropExcess(network);
    return { session, customer };
  }

  /** Deletes customers older than an hour. */
  forgetOld(): void {
    for (const [session, customer] of this.#bySession) {
      if (this.#now() - customer.createdAt < LIFETIME_MS) return;
      this.#delete(session, customer);
    }
  }

  #dropExcess(network: string): void {
    const isOver = this.#ofNetwork.get(network)! > MAX_OF_NETWORK;
    if (!isOver && this.#bySession.size <= MAX_CUSTOMERS) return;
    const [largest] = [...this.#ofNetwork].reduce((most, one) => (one[1] > most[1] ? one : most));
    const from = isOver ? network : largest;
    const oldest = [...this.#bySession].find(([, customer]) => customer.network === from);
    if (oldest) this.#delete(...oldest);
  }

  #delete(session: string, customer: Customer): void {
    const { id, network } = customer;
    this.#bySession.delete(session);
    this.#byId.delete(id);
    const others = this.#ofNetwork.get(network)! - 1;
    if (others > 0) this.#ofNetwork.set(network, others);
    else this.#ofNetwork.delete(network);
    for (const [key, owner] of this.#bySessionKey) if (owner === customer) this.#bySessionKey.delete(key);
    this.#forget(id);
  }

  /** Adds a notice on a customer's case. Notices may arrive twice and in any order: only a newer one is used. */
  addNotice(customerId: string | null, notice: Notice): void {
    const customer = this.#byId.get(customerId ?? '');
    if (!customer) return;
    const { known, notices } = customer;
    if (notices.some((earlier) => isSame(earlier, notice))) return;
    customer.notices = [notice, ...notices].slice(0, LONGEST_STORY);
    if (!known || isNewer(notice, known)) customer.known = notice;
    for (const listener of this.#listeners.get(customer.id) ?? []) listener();
  }

  /** Resolves at the next notice about a customer, or after `ms` milliseconds. */
  nextNotice(customer: Customer, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const listeners = this.#listeners.get(customer.id) ?? new Set();
      this.#listeners.set(customer.id, listeners);
      const finish = () => {
        clearTimeout(timer);
        listeners.delete(finish);
        if (listeners.size === 0) this.#listeners.delete(customer.id);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      listeners.add(finish);
    });
  }
}

function isSame(one: Notice, other: Notice): boolean {
  return one.caseId === other.caseId && one.version === other.version && one.source === other.source;
}

/** Whether a notice is a later state of the same case, or of a later case: ids sort by time. */
function isNewer(notice: Notice, known: Notice): boolean {
  if (notice.caseId === known.caseId) return notice.version > known.version;
  return notice.caseId > known.caseId;
}
