import { createRequire } from 'node:module';

interface Options {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
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
