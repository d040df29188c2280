import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../src/service/openapi/openApiDocument.ts';
import { installFolder } from '../../test/support/installFolder.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

/** What every operation of the API says of itself. */
type Described = Record<
  string,
  Record<string, { summary?: string; description?: string; tags?: string[]; responses?: object }>
>;

/**
 * Builds the documentation site, installs its missing dependencies first, and adds the element's files to its pages.
 * @returns the folder to serve.
 */
export function build(): string {
  installFolder(HERE);
  layPages();
  const cli = join(HERE, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [cli, 'build', HERE], { cwd: HERE, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = join(ROOT, '.cache/docs');
  cpSync(join(ROOT, 'dist/cdn'), join(folder, 'idv-verify'), { recursive: true });
  return folder;
}

function layPages(): void {
  const pages = join(HERE, 'pages');
  rmSync(pages, { recursive: true, force: true });
  for (const name of readdirSync(join(HERE, '..')))
    if (/\.(md|svg|png|jpg)$/.test(name)) cpSync(join(HERE, '..', name), join(pages, name));
  // Of the same code that the service answers with: no table of it could fall behind.
  writeFileSync(
    join(pages, 'api.md'),
    reference(openApiDocument('http://127.0.0.1:4010/v1')['paths'] as Described),
  );
}

/** Every call by its topic, as a page. */
function reference(paths: Described): string {
  const topics = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { summary, description, tags = ['Other'], responses = {} }] of Object.entries(
      operations,
    )) {
      const lines = [
        `### \`${method.toUpperCase()} ${path}\``,
        summary ?? '',
        description ?? '',
        `Answers: ${Object.keys(responses).join(', ')}.`,
      ];
      const topic = tags[0]!;
      topics.set(topic, [...(topics.get(topic) ?? []), lines.filter(Boolean).join('\n\n')]);
    }
  const parts = [...topics].map(([topic, calls]) => `## ${topic}\n\n${calls.join('\n\n')}`);
  return `# API reference\n\nThe schemas stand in [\`/v1/openapi.json\`](http://127.0.0.1:4010/v1/openapi.json) of a running service.\n\n${parts.join('\n\n')}\n`;
}
