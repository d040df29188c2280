import type { Visitor } from '../../support/desk.ts';

/** A word that only evidence has: a name, an address, a note of a reviewer, a verdict. */
export interface Secret {
  name: string;
  pattern: RegExp;
}

/** Pages without a case. */
const PAGES = [
  '',
  '/live?live=1',
  '?show=free',
  '?show=overdue',
  '?show=second',
  '?show=settle',
  '/statistics',
  '/house',
  '/figures',
  '/quality',
  '/audit',
  '/settings',
  '/nothing',
];

/** Every response that somebody gets about the given cases: pages, all links of them, and refusals of forms. */
export async function walkDesk(visitor: Visitor, ids: readonly string[]): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  const visit = async (path: string) => {
    const { text, headers } = await visitor.get(path);
    const isPicture = headers.get('content-type')?.startsWith('image/');
    responses.set(path, isPicture ? '' : text);
    return isPicture ? '' : text;
  };
  for (const page of PAGES) await visit(`/desk${page}`);
  for (const id of ids) {
    const base = `/desk/cases/${id}`;
    const text = await visit(base);
    for (const [, href] of text.matchAll(/(?:src|href)="(\/desk\/cases\/[^"#]+)"/g)) await visit(href!);
    for (const path of ['/report.pdf', '/state?live=1', '/frames/0', '/trail/0', '/reference'])
      await visit(base + path);
    await visit(`/desk/search?q=${id}`);
    await visit(`/desk/audit?subject=${id}`);
    for (const action of ['decide', 'propose', 'test', 'resolve'])
      await visit(`/desk/audit?subject=${id}&action=${action}`);
    const forms: [string, Record<string, string>][] = [
      ['/hits', { hit: 'idvtest-4', resolution: 'false_positive', reasonCode: 'other' }],
      ['/decision', { outcome: 'approved', reason: 'document_seen', expectedVersion: '1' }],
      ['/judgement', { likeness: '9' }],
      ['/transcription', { familyName: 'Read', expectedVersion: '1' }],
      ['/undo', {}],
      ['/comments', { comment: 'A comment' }],
    ];
    for (const [path, fields] of forms)
      responses.set(`POST ${base}${path}`, (await visitor.post(base + path, fields)).text);
  }
  const exported = await visitor.post('/desk/audit/export', { format: 'jsonl' });
  return responses.set('POST /desk/audit/export', exported.text);
}

/** Of the audit log only the lines about some cases. */
export function linesAbout(
  responses: ReadonlyMap<string, string>,
  ids: readonly string[],
): Map<string, string> {
  const lines = (text: string) =>
    text.split(/<tr|\n(?=\{)/).filter((line) => ids.some((id) => line.includes(id)));
  return new Map(
    [...responses].map(([path, text]) => [path, path.includes('/audit') ? lines(text).join('\n') : text]),
  );
}

/** The responses that contain a secret. */
export function leaksOf(responses: ReadonlyMap<string, string>, secrets: readonly Secret[]): string[] {
  return [...responses].flatMap(([path, text]) =>
    secrets.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${path}: ${name}`),
  );
}
