/** What is wrong with a list, for machines. */
export type ListProblemCode =
  | 'list_missing'
  | 'list_unrecognised'
  | 'list_damaged'
  | 'list_empty'
  | 'list_shrunk'
  | 'list_unreachable'
  | 'list_closed'
  | 'directory_unreadable'
  | 'directory_unwritable';

/** A list that can't be trusted or isn't there; the index in use stays. */
export class ListError extends Error {
  override name = 'ListError';
  readonly code: ListProblemCode;

  constructor(code: ListProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
