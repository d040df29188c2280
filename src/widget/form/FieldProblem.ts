/** Why a value can't be taken. */
export interface FieldProblem {
  /** `address.city`. */
  path: string;
  /** `required`, or a key of the messages' `fieldErrors`. */
  code: string;
  /** By how many characters it is too long. */
  n?: number;
  /** The character that can't be used. */
  character?: string;
}
