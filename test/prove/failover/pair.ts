/**
 * How a primary goes: all its processes are killed; it is cut off by the network, and whoever manages the servers closes
 * what leads to it; the same, but nobody closes anything; or it ends in order.
 */
export type Way = 'killed' | 'cut' | 'silent' | 'switched';

/** A PostgreSQL with a standby, behind an address that leads to the primary. */
export interface Pair {
  /** For the service. */
  readonly url: string;
  /** How its primary can go. */
  readonly ways: readonly Way[];
  /** The primary goes, and its standby takes over. @returns `performance.now()` when it had. */
  failOver(way: Way): Promise<number>;
  /** Gives the new primary a standby. */
  restore(): Promise<void>;
}
