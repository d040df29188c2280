/** A store of objects did not do what was asked for: it is away, slow, full, or refuses. A retry may succeed. */
export class StoreAway extends Error {
  override name = 'StoreAway';
  /** What the store said, such as `ECONNREFUSED` or `AccessDenied`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Answers that do not pass by themselves. */
export const REFUSALS: ReadonlySet<string> = new Set([
  'NoSuchBucket',
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'CredentialsProviderError',
  'RegionMissing',
]);
