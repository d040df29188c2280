/** What every call takes besides its input. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
}

/** What a POST takes besides: a key under which it is done once, however often it is sent within 24 hours. */
export interface PostOptions extends RequestOptions {
  /** 1–255 printable characters; random if not given. */
  idempotencyKey?: string | undefined;
}
