/** The files of a multipart body under one name. Sizes in bytes. */
export interface UploadedField {
  /** Number of files: from `min` to `max`, or none if the field is optional. */
  min: number;
  max: number;
  isOptional?: true;
  bytesEach: number;
  bytesInAll: number;
  mediaTypes: readonly string[];
  /** Whether the field is a list of pictures or a single one. */
  isList: boolean;
}

/** The structure of a multipart body: its files by name, and the other fields that contain JSON. */
export interface Upload {
  files: Readonly<Record<string, UploadedField>>;
  jsonFields: readonly string[];
  /** The error code for a second upload to the same resource, without an idempotency key, during the first one. */
  whileBusy: 'challenge_mismatch' | 'idempotency_in_flight';
}
