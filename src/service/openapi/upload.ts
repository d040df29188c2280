import type { Endpoint } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { JsonSchema } from './componentSchemas.ts';

/** The schema of the fields beside the files. */
export type UploadFields = { properties: JsonSchema; required?: string[] };

const PICTURE = { type: 'string', format: 'binary' };
const TYPES = 'image/jpeg, image/png, image/webp';
const EACH = `JPEG, PNG or WebP, at most ${limits.frameBytes / 2 ** 20} MB`;

/** Describes a multipart body: one file `image`, or up to eight `frames` with the steps that they show. */
export function upload({ properties, required = [] }: UploadFields, { path }: Endpoint) {
  const files = path.endsWith('/reference-image')
    ? { image: { ...PICTURE, description: `${EACH}.` } }
    : { frames: framesSchema };
  const schema = {
    type: 'object',
    properties: { ...properties, ...files },
    required: [...required, ...Object.keys(files)],
    additionalProperties: false,
  };
  const encoding = {
    ...('steps' in properties && { steps: { contentType: 'application/json' } }),
    ...Object.fromEntries(Object.keys(files).map((name) => [name, { contentType: TYPES }])),
  };
  return { schema, encoding };
}

const framesSchema = {
  type: 'array',
  items: PICTURE,
  minItems: 1,
  maxItems: limits.framesPerCapture,
  description: `${EACH} each and ${limits.captureBytes / 2 ** 20} MB in all.`,
};
