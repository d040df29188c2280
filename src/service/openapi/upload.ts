import type { Upload, UploadedField } from '../../contract/upload.ts';
import type { JsonSchema } from './componentSchemas.ts';

/** The schema of the fields beside the files. */
export type UploadFields = { properties: JsonSchema; required?: string[] };

const PICTURE = { type: 'string', format: 'binary' };

/** Describes a multipart body: its files, and the fields beside them. */
export function upload({ properties, required = [] }: UploadFields, { files, jsonFields }: Upload) {
  const own = Object.entries(files);
  const schema = {
    type: 'object',
    properties: {
      ...properties,
      ...Object.fromEntries(own.map(([name, field]) => [name, fileSchema(field)])),
    },
    required: [...required, ...own.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)],
    additionalProperties: false,
  };
  const encoding = Object.fromEntries([
    ...jsonFields.map((name) => [name, { contentType: 'application/json' }]),
    ...own.map(([name, { mediaTypes }]) => [name, { contentType: mediaTypes.join(', ') }]),
  ]);
  return { schema, encoding };
}

function fileSchema({ isList, min, max, bytesEach, bytesInAll, mediaTypes }: UploadedField) {
  const types = mediaTypes.map((type) => type.replace('image/', '').toUpperCase()).join(', ');
  const each = `${types}, at most ${size(bytesEach)}`;
  if (!isList) return { ...PICTURE, description: `${each}.` };
  const description = `${each} each and ${size(bytesInAll)} in all.`;
  return { type: 'array', items: PICTURE, minItems: min, maxItems: max, description };
}

function size(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes / 1024} kB` : `${bytes / 2 ** 20} MB`;
}
