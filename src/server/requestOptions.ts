/** Options of every call, in addition to its input. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
}

/** Options of a POST. With an idempotency key the request runs once, however often it is sent within 24 hours. */
export interface PostOptions extends RequestOptions {
  /** 1–255 printable characters; random if not given. */
  idempotencyKey?: string | undefined;
}
