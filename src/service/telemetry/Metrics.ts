import { Counter, Histogram, Registry } from 'prom-client';

/** The metrics of the service: numbers only, never an id, a name or a person's input. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #events: Counter<'mode' | 'type'>;
  readonly #reasons: Counter<'mode' | 'type' | 'reason'>;
  readonly #jobs: Histogram<'kind' | 'result'>;
  readonly #attempts: Histogram<'result'>;
  readonly #pictureStore: Histogram<'operation' | 'result'>;
  readonly #keyStore: Histogram<'operation' | 'result'>;

  constructor() {
    // The type allows the default only; the implementation accepts both.
    this.registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
    const registers = [this.registry];
    this.#requests = new Histogram({
      name: 'idv_http_request_seconds',
      help: 'Time to answer requests, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#events = new Counter({
      name: 'idv_events',
      help: 'Events written, by type, including the states and outcomes of cases.',
      labelNames: ['mode', 'type'],
      registers,
    });
    this.#reasons = new Counter({
      name: 'idv_event_reasons',
      help: 'Reasons in events, such as those for another selfie.',
      labelNames: ['mode', 'type', 'reason'],
      registers,
    });
    this.#jobs = new Histogram({
      name: 'idv_job_seconds',
      help: 'Time of background work, by kind; "verify_selfie" is the check of a selfie.',
      labelNames: ['kind', 'result'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
      registers,
    });
    this.#pictureStore = new Histogram({
      name: 'idv_picture_store_seconds',
      help: 'Time of operations of the bucket of pictures.',
      labelNames: ['operation', 'result'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#keyStore = new Histogram({
      name: 'idv_key_store_seconds',
      help: 'Time of operations of the bucket of data keys.',
      labelNames: ['operation', 'result'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    this.#attempts = new Histogram({
      name: 'idv_webhook_attempt_seconds',
      help: 'Time of attempts to deliver an event.',
      labelNames: ['result'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    });
  }

  /** @param route the pattern of the path, such as `/v1/cases/:id`. */
  request(
    route: string,
    { method, status, seconds }: { method: string; status: number; seconds: number },
  ): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  event(type: string, { mode, reasons }: { mode: string; reasons: readonly string[] }): void {
    this.#events.inc({ mode, type });
    for (const reason of reasons) this.#reasons.inc({ mode, type, reason });
  }

  job(kind: string, { result, seconds }: { result: 'done' | 'failed'; seconds: number }): void {
    this.#jobs.observe({ kind, result }, seconds);
  }

  pictureStore(operation: string, { result, seconds }: { result: 'done' | 'failed'; seconds: number }): void {
    this.#pictureStore.observe({ operation, result }, seconds);
  }

  keyStore(operation: string, { result, seconds }: { result: 'done' | 'failed'; seconds: number }): void {
    this.#keyStore.observe({ operation, result }, seconds);
  }

  attempt(result: 'delivered' | 'failed', seconds: number): void {
    this.#attempts.observe({ result }, seconds);
  }
}
