import * as z from 'zod/mini';
import { address, atLeast } from './fields.ts';

/** A bucket for pictures, or for the slots of data keys. */
export interface BucketSettings {
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

/** `s3://BUCKET` or `s3://BUCKET/PREFIX`. */
const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/;

/** Parts that a path resolves, and that no name of a bucket has: they would lead to other objects. */
const DOTS = /\.\.|\/\.(\/|$)/;

const place = z.optional(
  z.string().check(
    z.regex(PLACE),
    z.refine((text) => !DOTS.test(text.slice('s3:/'.length))),
  ),
);
const endpoint = address(/^https?:\/\/[^@?#]+$/);
const region = z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/)));
const pathStyle = z.optional(z.enum(['true', 'false']));

/** The settings of both buckets. */
export const bucketFields = {
  PICTURES: place,
  PICTURES_ENDPOINT: endpoint,
  PICTURES_REGION: region,
  PICTURES_PATH_STYLE: pathStyle,
  PICTURES_TIMEOUT_MS: atLeast(100, 60_000, 10_000),
  KEYS: place,
  KEYS_ENDPOINT: endpoint,
  KEYS_REGION: region,
  KEYS_PATH_STYLE: pathStyle,
  KEYS_TIMEOUT_MS: atLeast(100, 60_000, 3000),
};

type Which = 'PICTURES' | 'KEYS';

const TEXTS = {
  '': 's3://BUCKET or s3://BUCKET/PREFIX',
  _ENDPOINT: 'an http or https URL without user info, query and fragment',
  _REGION: 'the name of a region, such as eu-central-1',
  _PATH_STYLE: 'true or false',
  _TIMEOUT_MS: 'a whole number of milliseconds from 100 to 60000',
};

/** What the settings of both buckets must be. */
export const bucketTexts: Record<string, string> = Object.fromEntries(
  ['PICTURES', 'KEYS'].flatMap((which) => Object.entries(TEXTS).map(([end, text]) => [which + end, text])),
);

/** Variables by which the client of S3 is led to another store, past the settings and what they are checked for. */
const LEADING = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'];

/**
 * What is wrong with the settings of both buckets together; `null`: nothing.
 * @param names of all settings that were given.
 */
export function bucketProblem(
  given: Given,
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  for (const which of ['PICTURES', 'KEYS'] as const) {
    const idle = names.find((name) => !given[which] && bucketNames(which).includes(name));
    if (idle) return `The setting ${idle} requires ${which}.`;
    const leading = LEADING.find((name) => env[name]);
    if (given[which] && !given[`${which}_ENDPOINT`] && leading)
      return `${leading} leads ${which} to another address than its settings say. Set ${which}_ENDPOINT to the address of its store.`;
  }
  const [pictures, keys] = [bucketSettings(given, 'PICTURES'), bucketSettings(given, 'KEYS')];
  if (!pictures || !keys || placeOf(pictures) !== placeOf(keys)) return null;
  return `The settings KEYS and PICTURES name the same bucket, ${keys.bucket}. Make a bucket of its own for KEYS, and keep no backup of it that is older than the last erasure.`;
}

function placeOf({ bucket, endpoint }: BucketSettings): string {
  return `${endpoint === null ? '' : new URL(endpoint).href} ${bucket}`;
}

/** The settings that say more about a bucket. */
function bucketNames(which: Which): string[] {
  return ['ENDPOINT', 'REGION', 'PATH_STYLE', 'TIMEOUT_MS'].map((end) => `${which}_${end}`);
}

type Given = z.infer<z.ZodMiniObject<typeof bucketFields>>;

/** The bucket of a setting; `null` if it is not set. */
export function bucketSettings(given: Given, which: Which): BucketSettings | null {
  const match = PLACE.exec(given[which] ?? '');
  if (!match) return null;
  const {
    [`${which}_ENDPOINT` as const]: url = null,
    [`${which}_REGION` as const]: named,
    [`${which}_PATH_STYLE` as const]: inPath,
    [`${which}_TIMEOUT_MS` as const]: timeoutMs,
  } = given;
  return {
    bucket: match[1]!,
    prefix: match[2] ?? '',
    endpoint: url,
    // A store with an address of its own needs some region in its signatures; most take this one.
    region: named ?? (url === null ? null : 'us-east-1'),
    pathStyle: inPath ? inPath === 'true' : url !== null,
    timeoutMs,
  };
}
