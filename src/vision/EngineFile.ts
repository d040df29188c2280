/**
 * A file of the engine: kernels, weights, or the code of a worker. In a build it is a script whose default export is the
 * content, which every bundler carries without being told: bytes one character each (`unpackBytes`), code as it is.
 */
export interface EngineFile {
  /** What a folder that serves the files calls it. */
  name: string;
  /** @throws whatever the platform throws when it can't be had. */
  load(): Promise<string | Uint8Array<ArrayBuffer>>;
}
