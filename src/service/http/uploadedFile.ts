/** A file of a multipart body. `mediaType` is what the sender says of it. */
export interface UploadedFile {
  field: string;
  mediaType: string;
  bytes: Uint8Array;
}
