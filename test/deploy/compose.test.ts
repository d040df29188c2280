import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeFiles } from '../support/composeFiles.ts';
import { installFolder } from '../support/installFolder.ts';

type Validator = ((file: unknown) => boolean) & { errors?: unknown };

const tools = join(import.meta.dirname, 'compose');
installFolder(tools);
const tool = createRequire(join(tools, 'package.json'));
const { Ajv } = tool('ajv') as { Ajv: new (options: object) => { compile(schema: object): Validator } };
const { $schema: _, ...schema } = tool('./node_modules/dclint/schemas/compose.schema.json');
/** By the schema of the Compose Specification, which a linter of npm ships; it names formats of its own. */
const isValid = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

test.each([[['compose.yaml']], [['compose.yaml', 'buckets.yaml']], [['trial.yaml']]])(
  '%s is what the specification of Compose allows',
  (names) => {
    expect(isValid(composeFiles(...names)), JSON.stringify(isValid.errors)).toBe(true);
  },
);

test('a misspelt key of a service is none', () => {
  const files = composeFiles('compose.yaml');
  files.services.migrate.mem_limits = files.services.migrate.mem_limit;
  expect(isValid(files)).toBe(false);
});
