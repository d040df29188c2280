import { settingNames } from './config.ts';
import { secretNames } from './secretFiles.ts';

const names: readonly string[] = [
  ...settingNames,
  ...secretNames.flatMap((name) => [`${name}_FILE`, `${name}_COMMAND`]),
];
/** Prefixes that only settings of the service have; others have a `DB_HOST`. */
const OUR_PREFIXES =
  /^(IDV|AML|RETENTION|WEBHOOK|METRICS|RATE_LIMIT|DRAIN|WORKER|PICTURES|KEYS|DB_(POOL|PREPARE|CONNECT|STATEMENT|LOCK|IDLE))_/;
/** Variables read by others: the helper for back ends, the demo, the files in `deploy/`, the tests. */
const OTHERS = new Set([
  'IDV_API_KEY',
  'IDV_BASE_URL',
  'IDV_HOST',
  'IDV_PUBLIC_URL',
  'IDV_TEST_DATA',
  'IDV_TEST_NOTES',
  'IDV_VERSION',
  'IDV_WEBHOOK_SECRET',
]);
/** Kubernetes sets variables for the services of the namespace. */
const LINK = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT|PORT_\d+_\w+)$/;

/**
 * Finds variables that look like misspelt settings: the service reads none of them.
 * @returns one sentence for each, with the nearest setting.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => !names.includes(name) && !OTHERS.has(name) && !LINK.test(name))
    .flatMap((name) => {
      const { nearest, edits } = nearestTo(name.toUpperCase());
      const isNear = edits <= Math.min(3, Math.max(1, Math.floor(nearest.length / 4)));
      if (!isNear && !OUR_PREFIXES.test(name)) return [];
      return [`The setting ${name} does not exist and is ignored. Did you mean ${nearest}?`];
    });
}

function nearestTo(name: string): { nearest: string; edits: number } {
  const ranked = names.map((nearest) => ({ nearest, edits: editsBetween(name, nearest) }));
  return ranked.reduce((best, candidate) => (candidate.edits < best.edits ? candidate : best));
}

/** Number of letters to add, drop, change or swap (optimal string alignment distance). */
function editsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : changed;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed, swapped));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
