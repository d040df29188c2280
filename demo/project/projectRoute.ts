import type { Hono } from 'hono';
import { readChoice } from '../choice.ts';
import { isAtMachine, type Parts, refusalOf } from '../parts.ts';
import { packPackage } from './packPackage.ts';
import { projectFiles } from './projectFiles.ts';
import { zip } from './zip.ts';

/** `GET /project.zip`: the choice as a project of its own. The key is only for somebody at the machine of the demo. */
export function projectRoute(app: Hono, parts: Parts): void {
  app.get('/project.zip', async (c) => {
    const refusal = refusalOf(parts, c, 'cases');
    if (refusal) return refusal;
    const { apiKey, apiUrl } = parts.config;
    const { name, content } = await packPackage();
    const settings = { tarball: name, apiUrl, apiKey: isAtMachine(parts, c) ? apiKey : null };
    const choice = readChoice(new URL(c.req.url).searchParams);
    const files = new Map<string, Buffer>();
    for (const [file, text] of projectFiles(choice, settings))
      files.set(`my-site/${file}`, Buffer.from(text));
    files.set(`my-site/${name}`, content);
    return c.body(zip(files), 200, {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-site.zip"',
    });
  });
}
