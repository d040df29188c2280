/** What every call takes besides its input. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
}

/** Options of a POST: an idempotency key makes it run once, however often it is sent within 24 hours. */
export interface PostOptions extends RequestOptions {
  /** 1–255 printable characters; random if not given. */
  idempotencyKey?: string | undefined;
}
