/** A bucket for pictures. */
export interface PictureSettings {
  bucket: string;
  /** Before the name of each object; empty, or without a final slash. */
  prefix: string;
  /** `null`: that of AWS. */
  endpoint: string | null;
  /** `null`: from the usual variables and files of AWS. */
  region: string | null;
  /** Whether the bucket is part of the path, not of the host name. */
  pathStyle: boolean;
  /** How long an operation may take in all, in milliseconds. */
  timeoutMs: number;
}

/** The value of `PICTURES`: `s3://BUCKET` or `s3://BUCKET/PREFIX`. */
export const PICTURES = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/;

interface Given {
  PICTURES?: string | undefined;
  PICTURES_ENDPOINT?: string | undefined;
  PICTURES_REGION?: string | undefined;
  PICTURES_PATH_STYLE?: 'true' | 'false' | undefined;
  PICTURES_TIMEOUT_MS: number;
}

/** @returns `null`: pictures are in the database. */
export function pictureSettings(given: Given): PictureSettings | null {
  const match = PICTURES.exec(given.PICTURES ?? '');
  if (!match) return null;
  const endpoint = given.PICTURES_ENDPOINT ?? null;
  return {
    bucket: match[1]!,
    prefix: match[2] ?? '',
    endpoint,
    // A store with an address of its own needs some region in its signatures; most take this one.
    region: given.PICTURES_REGION ?? (endpoint === null ? null : 'us-east-1'),
    pathStyle: given.PICTURES_PATH_STYLE ? given.PICTURES_PATH_STYLE === 'true' : endpoint !== null,
    timeoutMs: given.PICTURES_TIMEOUT_MS,
  };
}
