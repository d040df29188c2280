/** The files that a multipart body may have under one name. Bytes. */
export interface UploadedField {
  /** How many: none at all where it is optional, else from `min` to `max`. */
  min: number;
  max: number;
  isOptional?: true;
  bytesEach: number;
  bytesInAll: number;
  mediaTypes: readonly string[];
  /** One picture, or a list of them. */
  isList: boolean;
}

/** How a multipart body is read: its files by name, and which of the fields beside them hold JSON. */
export interface Upload {
  files: Readonly<Record<string, UploadedField>>;
  jsonFields: readonly string[];
  /** The code for a second upload to the same resource, without an idempotency key, while the first one runs. */
  whileBusy: 'challenge_mismatch' | 'idempotency_in_flight';
}
