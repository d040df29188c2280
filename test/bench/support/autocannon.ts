import { createRequire } from 'node:module';

interface Options {
  url: string;
  connections: number;
  /** Seconds; where there is an `amount`, as long as that takes. */
  duration?: number;
  /** Requests in all. */
  amount?: number;
  /** Milliseconds between samples, with one of which a run ends; by default 1000. */
  sampleInt?: number;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Result {
  '2xx': number;
  non2xx: number;
  errors: number;
  /** Seconds. */
  duration: number;
}

const require = createRequire(import.meta.url);

/** The part of autocannon that the benchmarks use; it has no types of its own. */
export const autocannon = require('autocannon') as (options: Options) => Promise<Result>;
