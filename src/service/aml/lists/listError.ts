/** A list that can't be trusted or isn't there; the index in use stays. */
export class ListError extends Error {
  override name = 'ListError';
}
