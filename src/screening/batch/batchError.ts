/** A file that can't be screened as it is: said in a sentence. */
export class BatchError extends Error {
  override name = 'BatchError';
}
