/** A file of a multipart body. `mediaType` is what the sender says of it. */
export interface UploadedFile {
  mediaType: string;
  bytes: Uint8Array;
}

/** The files of a multipart body by the name of their field, in order. */
export type UploadedFiles = Readonly<Record<string, readonly UploadedFile[]>>;
