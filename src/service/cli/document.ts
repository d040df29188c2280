import { createInterface } from 'node:readline';
import { parseZone } from '../../document/index.ts';

const help = `Usage: npm run -s document -- parse

parse   reads the lines of machine-readable zones from the standard input, each document a JSON array of its lines on one
        line, and prints what they say, one line of JSON each. ok is false where the lines are no document; problems says why
`;

const [command] = process.argv.slice(2);
if (command === 'parse') await parse();
else {
  process.stdout.write(help);
  process.exitCode = /^(-h|--help)$/.test(command ?? '') ? 0 : 2;
}

async function parse(): Promise<void> {
  const asOf = new Date().toISOString().slice(0, 10);
  for await (const text of createInterface({ input: process.stdin })) {
    if (text.trim()) process.stdout.write(`${JSON.stringify(parsed(text, asOf))}\n`);
  }
}

function parsed(text: string, asOf: string): object {
  const lines = linesOf(text);
  if (!lines) return { ok: false, format: null, problems: ['lines'] };
  const zone = parseZone(lines, asOf);
  if (!zone.ok) return { ok: false, format: null, problems: zone.problems };
  // Optional data often hold a personal number, which is not printed.
  const { optionalData, ...rest } = zone;
  return rest;
}

function linesOf(text: string): string[] | null {
  try {
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines) && lines.every((line) => typeof line === 'string') ? lines : null;
  } catch {
    return null;
  }
}
