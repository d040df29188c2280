import type { Kysely, Selectable } from 'kysely';
import type { Hit } from '../../contract/hit.ts';
import type { Mode } from '../../contract/mode.ts';
import type { PutThresholds, ThresholdRule, Thresholds } from '../../contract/thresholds.ts';
import { possibleMatchThreshold, scriptOf } from '../../screening/screening.ts';
import type { ServiceContext } from '../context.ts';
import type { Database } from '../db/schema.ts';
import type { AmlThresholdsTable } from '../db/screeningTables.ts';
import { amlThresholds } from '../db/store/amlThresholds.ts';

/** The thresholds of a screening, with their version: 0 if none were ever set. */
export type ThresholdsInForce = Pick<Thresholds, 'version' | 'rules'>;

export const noThresholds: ThresholdsInForce = { version: 0, rules: [] };

/** The newest thresholds of a mode. */
export async function thresholdsInForce(db: Kysely<Database>, mode: Mode): Promise<ThresholdsInForce> {
  const [newest] = await amlThresholds.list(db, mode, { before: null, limit: 1 });
  return newest ?? noThresholds;
}

/** Adds a version of the thresholds. Those before it stay as they are: screenings name their version. */
export async function putThresholds(
  { clock }: Pick<ServiceContext, 'clock'>,
  tx: Kysely<Database>,
  { mode, keyId }: { mode: Mode; keyId: string },
  { rules, note }: PutThresholds,
): Promise<Thresholds> {
  await amlThresholds.lock(tx);
  const { version } = await thresholdsInForce(tx, mode);
  const row = { mode, version: version + 1, rules: JSON.stringify(rules), note, key_id: keyId, at: clock() };
  return viewThresholds(await amlThresholds.insert(tx, row));
}

export function viewThresholds(row: Selectable<AmlThresholdsTable>): Thresholds {
  const { mode, version, rules, note, key_id, at } = row;
  return { object: 'aml_thresholds', mode, version, rules, note, by: key_id, at: at.toISOString() };
}

/** The lowest threshold that any hit can have. */
export function lowestThreshold({ rules }: ThresholdsInForce): number {
  const isGeneral = rules.some((rule) => selectors.every((field) => rule[field] === undefined));
  return Math.min(
    ...rules.map(({ threshold }) => threshold),
    isGeneral ? Number.POSITIVE_INFINITY : possibleMatchThreshold,
  );
}

type Judged = Pick<Hit, 'score' | 'strength' | 'lists' | 'entity' | 'explain'>;

/**
 * Whether a hit is a possible match. An equal number and a whole name as listed are, whatever the thresholds: no setting
 * clears the listed person under the listed name.
 */
export function isPossibleMatch(thresholds: ThresholdsInForce, hit: Judged): boolean {
  return hit.score >= thresholdOf(thresholds, hit) || isAsListed(hit);
}

/** Of the lists of a hit, the one with the lowest threshold counts. */
function thresholdOf({ rules }: ThresholdsInForce, { lists, entity: { kind }, explain }: Judged): number {
  const script = explain.name ? scriptOf(explain.name.given) : null;
  const ofLists = lists.map((list) => {
    const fitting = rules.filter(
      (rule) =>
        (rule.list ?? list) === list && (rule.kind ?? kind) === kind && (rule.script ?? script) === script,
    );
    const most = Math.max(...fitting.map(selectorsIn));
    const closest = fitting.filter((rule) => selectorsIn(rule) === most);
    return closest.length > 0
      ? Math.min(...closest.map(({ threshold }) => threshold))
      : possibleMatchThreshold;
  });
  return Math.min(...ofLists);
}

const selectors = ['list', 'kind', 'script'] as const;

function selectorsIn(rule: ThresholdRule): number {
  return selectors.filter((field) => rule[field] !== undefined).length;
}

function isAsListed({ score, strength, explain: { name, identifiers } }: Judged): boolean {
  if (strength === 'exact' || identifiers.result === 'same') return true;
  if (!name || score < possibleMatchThreshold) return false;
  const isWhole = name.onlyGiven.length + name.onlyListed.length === 0;
  return isWhole && name.parts.every(({ how }) => how === 'same');
}
