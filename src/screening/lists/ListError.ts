import type { ListFile } from './listFile.ts';

/** The machine-readable problem of a list. */
export type ListProblemCode =
  | 'list_missing'
  | 'list_unrecognised'
  | 'list_damaged'
  | 'list_empty'
  | 'list_shrunk'
  | 'list_older'
  | 'list_unreachable'
  | 'list_closed'
  | 'directory_unreadable'
  | 'directory_unwritable';

/** A list that is missing or can't be trusted. The index in use stays. */
export class ListError extends Error {
  override name = 'ListError';
  readonly code: ListProblemCode;
  /** The refused file; `null` if the problem is not one file. */
  readonly file: Pick<ListFile, 'path'> | null;
  /** The codes of the refused lists, if known. */
  readonly lists: readonly string[];

  constructor(
    code: ListProblemCode,
    message: string,
    options: ErrorOptions & { file?: Pick<ListFile, 'path'> | null; lists?: readonly string[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.file = options.file ?? null;
    this.lists = options.lists ?? [];
  }
}
