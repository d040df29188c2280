import type { Alignment } from './alignment.ts';
import { type Circumstances, type EvidenceKind, eachEvidence } from './evidence.ts';

/** The log odds that a query refers to a listed entity: the sum of the terms of `eachEvidence`. */
export function logOdds(alignment: Alignment, circumstances: Circumstances): number {
  sum = 0;
  eachEvidence(alignment, circumstances, add);
  return sum;
}

let sum = 0;

function add(_: EvidenceKind, value: number): void {
  sum += value;
}
