import type { Fault } from '../scenario.ts';
import { answerFaults } from './answers.ts';
import { chainFaults } from './chains.ts';
import { listFaults } from './lists.ts';
import { mdocFaults } from './mdocs.ts';
import { sdJwtFaults } from './sdJwts.ts';

/** All faults that are refused, each with its valid counterpart, by subject. */
export const faults: Record<string, readonly Fault[]> = {
  chains: chainFaults,
  sdJwts: sdJwtFaults,
  mdocs: mdocFaults,
  answers: answerFaults,
  lists: listFaults,
};
