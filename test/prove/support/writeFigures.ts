import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Findings } from './Proof.ts';

const FILE = join(import.meta.dirname, '../README.md');

/** Puts the figures of a proof into the table of README.md, in place of its last ones, with the day and the machine. */
export function writeFigures(name: string, { ok, ...figures }: Findings, now: Date): void {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const cells = [name, ok ? 'yes' : '**no**', now.toISOString().slice(0, 10), machine, textOf(figures)];
  const head = lines.findLastIndex((line) => line.startsWith('| ---'));
  const others = lines.slice(head + 1).filter((line) => !line.startsWith(`| ${name} |`));
  const rows = [...others, `| ${cells.join(' | ')} |`].sort();
  writeFileSync(FILE, `${[...lines.slice(0, head + 1), ...rows].join('\n')}\n`);
}

function textOf(figures: Record<string, unknown>, prefix = ''): string {
  const isGroup = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return Object.entries(figures)
    .map(([key, value]) =>
      isGroup(value) ? textOf(value, `${prefix}${key}.`) : `${prefix}${key} ${JSON.stringify(value)}`,
    )
    .join(', ')
    .replaceAll('|', '\\|');
}
