import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SOURCE = `
import { css, html, LitElement } from 'lit';
import * as z from 'zod/mini';

const Person = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  country: z.enum(['DE', 'FR']),
  email: z.optional(z.email()),
});

customElements.define('bench-floor', class extends LitElement {
  static styles = css\`p { color: green }\`;
  static properties = { name: {} };
  render() {
    return html\`<p @click=\${() => this.requestUpdate()}>\${Person.safeParse({ name: this.name }).success}</p>\`;
  }
});
`;

/** Builds a page with lit and zod/mini and nothing else. @returns the folder; its script is `floor.js`. */
export async function buildFloor(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'idv-floor-'));
  const entry = join(folder, 'entry.js');
  await writeFile(entry, SOURCE);
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    publicDir: false,
    resolve: { alias: { lit: join(modules, 'lit'), 'zod/mini': join(modules, 'zod/mini/index.js') } },
    build: {
      target: 'es2022',
      outDir: join(folder, 'dist'),
      minify: true,
      lib: { entry, formats: ['es'], fileName: () => 'floor.js' },
      rolldownOptions: { output: { minify: true } },
    },
  });
  return join(folder, 'dist');
}
